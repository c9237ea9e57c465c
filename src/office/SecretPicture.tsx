import { encode } from 'uqr'
import styles from './LoginPage.module.css'

/** A text as a QR code, which apps read with the camera. Dark on light in both colour schemes, as readers expect it. */
export function SecretPicture({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="The secret as a picture to scan"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
