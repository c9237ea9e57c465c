import { chromiumPath } from '../../tests/kit/chromium.ts'
import { leftOutEngines } from '../../tests/kit/engines/find-engines.ts'
import { say, sayTotal, tests } from './run-tests.ts'

/** `npm run test:browsers`: the same journeys in Chromium, Firefox and WebKit. Not a part of `npm test`: run it before a release. */

process.env.CHROMIUM_PATH = chromiumPath(say)
const counts = [await tests('journeys in each engine', 'shown', ['--project=engines'])]
for (const line of leftOutEngines()) say(`\n${line}`)
sayTotal(counts)
