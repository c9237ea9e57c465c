import { useEffect, useState, type ComponentType } from 'react'
import { trustedHtml } from './trusted-html.ts'

const registered = new Map<string, ComponentType>()

/** The HTML that the server rendered into a part; null if there is none. */
function servedHtml(id: string): string | null {
  const html = document.getElementById(id)?.innerHTML
  return html === undefined ? null : trustedHtml(html)
}

/** On the server: the component to render for a part. */
export const registerStaticPart = (id: string, Part: ComponentType): void => void registered.set(id, Part)

/**
 * A part of the page that never changes, such as its footer. The browser keeps the server's HTML and loads no code for it.
 * On a page without server HTML its code is loaded after the rest.
 *
 * @param id - of the element around the part; unique in the page
 * @param load - imports the component
 */
export function staticPart(id: string, load: () => Promise<ComponentType>): ComponentType {
  return function Served() {
    // one object: React compares it by identity, and each call of `trustedHtml` returns another
    const [html] = useState(() => (registered.has(id) ? null : servedHtml(id)))
    const [Part, setPart] = useState<ComponentType | null>(() => registered.get(id) ?? null)
    const isMissing = html === null && Part === null

    useEffect(() => {
      if (isMissing) load().then(part => setPart(() => part), leaveOut)
    }, [isMissing])

    if (html !== null) return <div id={id} className="as-served" dangerouslySetInnerHTML={{ __html: html }} />
    return (
      <div id={id} className="as-served">
        {Part && <Part />}
      </div>
    )
  }
}

/** The page works without the part; the next page load tries again. */
const leaveOut = () => {}
