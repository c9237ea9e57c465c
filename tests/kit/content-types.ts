import { extname } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The content type that a file server answers for a file of the build. */
export const contentTypeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream'
