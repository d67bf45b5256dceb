# homescreen as an image that holds the executable and nothing else. scripts/package makes the same without Docker.
#
#   docker build -t homescreen .
#   docker run --rm -v "$PWD:/work" homescreen run specs
#   docker run --rm -it -v "$PWD:/work" homescreen repl My.app

FROM swift:6.2-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    liblua5.4-dev libedit-dev zlib1g-dev pkg-config binutils python3 busybox-static \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN scripts/package \
  && mkdir /package \
  && tar -xzf .build/package/homescreen-*.tar.gz --strip-components=1 -C /package

FROM scratch
COPY --from=build /package/homescreen /homescreen
WORKDIR /work
ENTRYPOINT ["/homescreen"]
