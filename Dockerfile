# The server, the worker and the command in one image: `docker build -t paraph .`

FROM node:24.21.0-slim AS build
WORKDIR /paraph
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build

# What runs, in the versions of the lock file, and nothing that only builds or tests.
FROM node:24.21.0-slim AS install
WORKDIR /paraph
COPY package.json package-lock.json ./
COPY test/generated_client/package.json test/generated_client/
COPY packages/app/package.json packages/app/
COPY packages/build/package.json packages/build/
COPY packages/cli/package.json packages/cli/
COPY packages/core/package.json packages/core/
COPY packages/database/package.json packages/database/
COPY packages/http/package.json packages/http/
COPY packages/integrations/package.json packages/integrations/
COPY packages/pdf/package.json packages/pdf/
COPY packages/storage/package.json packages/storage/
COPY packages/testing/package.json packages/testing/
COPY packages/web/package.json packages/web/
COPY packages/worker/package.json packages/worker/
RUN npm ci --workspace paraph --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-slim
WORKDIR /paraph
COPY --from=install /paraph/node_modules node_modules
COPY --from=build /paraph/dist packages
RUN ln -s /paraph/packages/cli/paraph.js /usr/local/bin/paraph
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["paraph"]
CMD ["serve"]
