import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { openapiDocument } from '#gateway/openapi/document'

/** `npm run openapi`: writes docs/openapi.json. */
const path = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
writeFileSync(path, await format(JSON.stringify(openapiDocument()), { ...(await resolveConfig(path)), filepath: path }))
