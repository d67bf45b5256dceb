// Facts of iOS, unfolded on demand where they are named.

function factContent(id) {
  const fact = data.facts && Object.hasOwn(data.facts, id) && data.facts[id];
  if (!fact) return [make("p", {}, "This page does not have the fact. ", make("code", {}, "homescreen explain " + id), " shows it.")];
  return [
    make("p", {}, marked(fact.behaviour)),
    make("dl", {},
      pair("Versions", marked(fact.versions)), pair("Confidence", status(fact.confidence)),
      pair("Source", marked(fact.source)), pair("In this program", fact.status + (fact.since ? ", since " + fact.since : "")),
      fact.reason && pair("Why not", fact.reason), fact.holds && pair("Holds", fact.holds)),
  ];
}

function pair(name, ...content) {
  return [make("dt", {}, name), make("dd", {}, content)];
}

/// A fact that is created when it is unfolded.
function unfoldingFact(id, isOpen) {
  if (!id) return null;
  const details = make("details", { class: "fact", open: isOpen }, make("summary", {}, id));
  const tell = () => {
    if (details.open && details.children.length === 1) add(details, factContent(id));
  };
  details.addEventListener("toggle", tell);
  tell();
  return details;
}
