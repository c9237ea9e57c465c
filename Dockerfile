# The packages that the shop needs to build and to run; those of tests and tools are left out.
FROM node:22-slim AS packages
WORKDIR /srv/shop
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

# The shop, the compiled gateway, and a new embedded database with the sample goods.
FROM packages AS build
COPY . .
RUN npm run prestart

FROM node:22-slim
WORKDIR /srv/shop
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY package.json ./
# Migrations, drawings and the sandbox's files are read from beside the gateway's sources.
COPY gateway gateway
COPY --from=packages /srv/shop/node_modules node_modules
COPY --from=build /srv/shop/dist dist
COPY --from=build /srv/shop/dist-server dist-server
COPY --from=build /srv/shop/dist-inspector dist-inspector
COPY --from=build /srv/shop/dist-office dist-office
COPY --from=build /srv/shop/dist-gateway dist-gateway
# A new volume begins as a copy of this folder, with its owner: the first start need not create the database.
COPY --from=build --chown=node:node /srv/shop/.data /data
VOLUME /data
USER node
EXPOSE 4173
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4173) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=2", "dist-gateway/start.js"]
