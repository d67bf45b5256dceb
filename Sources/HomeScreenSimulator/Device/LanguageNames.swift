import PropertyLists

/// The languages and regions that exist, for devices that testers make: the two-letter codes of ISO 639-1 and ISO
/// 3166-1, and additional ones of Apple's systems.
enum LanguageNames {
  static let codes = words(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji
    jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd
    ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss
    st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """)

  /// With Kosovo and the regions of pseudo-languages.
  static let regions = words(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
    MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
    UZ VA VC VE VG VI VN VU WF WS XA XB XK YE YT ZA ZM ZW
    """)

  /// The names of common languages, in English and in the languages themselves, with their codes.
  private static let names = [
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "francais": "fr",
    "spanish": "es", "español": "es", "espanol": "es", "italian": "it", "italiano": "it", "portuguese": "pt",
    "português": "pt", "portugues": "pt", "dutch": "nl", "nederlands": "nl", "japanese": "ja", "korean": "ko",
    "chinese": "zh-Hans", "simplified": "zh-Hans", "traditional": "zh-Hant", "russian": "ru", "polish": "pl",
    "polski": "pl", "swedish": "sv", "svenska": "sv", "danish": "da", "dansk": "da", "norwegian": "nb", "norsk": "nb",
    "finnish": "fi", "suomi": "fi", "czech": "cs", "turkish": "tr", "arabic": "ar", "hebrew": "he", "greek": "el",
    "ukrainian": "uk", "hindi": "hi", "thai": "th", "vietnamese": "vi", "jp": "ja", "cn": "zh-Hans", "cz": "cs",
    "dk": "da", "gr": "el", "us": "en-US", "gb": "en-GB",
  ]

  /// Returns the code of a language that was named in words, or by the code of its country.
  static func code(for name: String) -> String? {
    let name = name.lowercased()
    return names[name]
      ?? (name.utf8.count < 4 ? nil : Spelling.nearest(to: name, in: names.keys.sorted()).first.flatMap { names[$0] })
  }

  private static func words(_ table: String) -> Set<String> {
    Set(table.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
