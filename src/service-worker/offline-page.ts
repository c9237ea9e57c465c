import { homePath } from '#contract/paths'
import { storeName } from '../store/store-name.ts'

/** The page that is shown without a connection in place of one that was not opened before. It needs no other file. */
export const offlinePage = `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>You’re offline · ${storeName}</title>
<style>
body { margin: 0; padding: 15vh 24px; background: light-dark(#fbf8f2, #171412); color: light-dark(#221d1a, #f4ede0); font: 16px/1.5 system-ui, sans-serif; text-align: center }
main { max-width: 32rem; margin: auto }
a { display: inline-block; margin: 8px; padding: 12px 24px; border: 1px solid; border-radius: 999px; color: inherit; font-weight: 600; text-decoration: none }
</style>
</head>
<body>
<main>
<h1>You’re offline</h1>
<p role="status">You’re offline, and this page was not opened before on this device. Your cart is here, and can be changed.</p>
<p><a href="/cart">View Cart</a> <a href="${homePath}">Home</a> <a href="">Try again</a></p>
</main>
</body>
</html>
`
