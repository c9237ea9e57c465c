import { createHash } from 'node:crypto'

const styles =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}button{font:inherit;padding:.5rem 1.5rem;min-block-size:2.75rem}'

/** The headers of a page without the shop's header: it loads nothing, and is not cached. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/**
 * A page without the shop's header, with a link to the shop.
 *
 * @param title - HTML, as is `main`
 */
export const plainPage = (title: string, main: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${styles}</style></head><body><main><h1>${title}</h1>${main}<p><a href="/">Back to the shop</a></p></main></body></html>`
