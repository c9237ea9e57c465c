import { useEffect, useState, type ComponentType } from 'react'

const drawn = new Map<string, ComponentType>()

/** Where pages are drawn for others: what stands in a part. */
export const registerStaticPart = (id: string, Part: ComponentType): void => void drawn.set(id, Part)

/**
 * A part of the page that never changes, such as its foot. A browser leaves it as the server drew it, and needs no code
 * for it; where no server drew the page, its code comes after the rest.
 *
 * @param id - of the element round the part; one of its kind in the page
 * @param load - brings the component
 */
export function staticPart(id: string, load: () => Promise<ComponentType>): ComponentType {
  return function Served() {
    const [html] = useState(() => (drawn.has(id) ? null : (document.getElementById(id)?.innerHTML ?? null)))
    const [Part, setPart] = useState<ComponentType | null>(() => drawn.get(id) ?? null)
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

/** The page is whole without its foot, and the next page load tries again. */
const leaveOut = () => {}
