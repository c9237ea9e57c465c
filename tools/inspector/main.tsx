import { createRoot } from 'react-dom/client'
import '#src/styles/tokens.css'
import '#src/styles/reset.css'
import '#src/styles/base.css'
import './inspector.css'
import { InspectorPage } from './InspectorPage.tsx'
import { listenForFiles, openFile, saveFile } from './files.ts'
import { listenForKeys } from './keys.ts'
import { channelName } from './protocol.ts'
import { createInspector } from './state.ts'

const inspector = createInspector({
  channel: new BroadcastChannel(channelName),
  setTimeout: (then, delay) => window.setTimeout(then, delay),
  clearTimeout: id => window.clearTimeout(id),
})
const files = {
  open: () => openFile(document, inspector.open),
  save: () => saveFile(document, inspector.file(Date.now()), Date.now()),
  async copy() {
    try {
      await navigator.clipboard.writeText(inspector.test())
      inspector.say({ tone: 'said', text: 'The test is in the clipboard. Paste it into a file below tests/unit.' })
    } catch {
      // for example over plain HTTP
      inspector.say({ tone: 'warned', text: 'The browser blocked the clipboard. The test was not copied.' })
    }
  },
}
listenForFiles(window, inspector.open)
listenForKeys(window, inspector, files)
createRoot(document.getElementById('root')!).render(<InspectorPage inspector={inspector} files={files} />)
