# An image of the server alone, without a shell or a package manager: `docker build -t huza .`
# It runs as a user without rights, with a read-only root; its data is in /data.
ARG BASE=docker.io/library/node:24-bookworm-slim
FROM ${BASE} AS build
WORKDIR /build
# Node 26, which the project brings along, needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends binutils libatomic1 && npm install --global npm@11
COPY . .
# With the libraries of the C runtime, which Node and the packages' binaries load.
RUN npm run pack -- /image/app \
 && strip "$(readlink -f /image/app/node_modules/.bin/node)" \
 && { find /image/app -path '*/bin/node' -o -name '*.node' | xargs ldd || true; } | grep -oE '[[:space:]]/lib[^ ]+' | sort -u \
  | xargs -I {} install -D {} /image/{} \
 && mkdir -p /image/data /image/etc /image/tmp && chmod 1777 /image/tmp && chmod 700 /image/data && chown 10001:10001 /image/data \
 && echo 'huza:x:10001:10001::/data:/' > /image/etc/passwd

FROM scratch
COPY --from=build /image/ /
WORKDIR /app
USER 10001:10001
ENV NODE_ENV=production HOME=/data DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=30s --timeout=5s \
  CMD ["/app/node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["/app/node_modules/.bin/node", "--max-semi-space-size=4", "--heap-growing-percent=30"]
CMD ["src/main.ts"]
