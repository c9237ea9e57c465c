import { changesPart, mediansOfRun, type Medians } from './changes.ts'
import { machinePart, type MachineFigures } from './machine/report.ts'
import type { WebFigures } from './web/measure.ts'
import { webParts } from './web/report.ts'

/** The measurements and their environment. */
export interface Measured {
  rounds: number
  cores: number
  /** The one-minute load average at the start. */
  busy: number
  node: string
  web: WebFigures | null
  machine: MachineFigures | null
}

/** The whole report, in Markdown. @param last - the medians of the last run; null if there is none */
export function reportOf(measured: Measured, last: Medians | null): string {
  const { web, machine } = measured
  return [
    '# Performance',
    opening(measured),
    ...(web === null ? [] : webParts(web, changesPart(last, mediansOfRun(web)))),
    ...(machine === null ? [] : [machinePart(machine)]),
  ].join('\n\n')
}

const opening = ({ rounds, cores, busy, node, web }: Measured) =>
  `Written by \`npm run bench\`: medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'} on ${cores} processor cores with Node ${node}${
    web === null ? '' : ` and Chromium ${web.chromium}`
  }. The machine had a load average of ${busy.toFixed(1)} from other work at the start. Times depend on the machine and its load, ratios far less.`
