import type { FigurePart, OfficeFigures } from '#contract/office-figures'
import { dayText as shortDay, timeText } from '#contract/slot-text'
import { dayText } from './office-text.ts'

/** What the figures are of: 'Sun 6 Dec 2026', or 'Mon 30 Nov 2026 to Sun 6 Dec 2026'. */
export const periodText = ({ period, firstDay, lastDay }: OfficeFigures): string =>
  period === 'day' ? dayText(firstDay) : `${dayText(firstDay)} to ${dayText(lastDay)}`

/** The parts with their names: '9 am', or 'Sat 5 Dec'. An hour that the end of daylight saving time repeats is named so: '2 am again'. */
export const namedParts = ({ period, parts }: OfficeFigures): (FigurePart & { name: string })[] =>
  parts.map((part, index) => {
    if (period === 'week') return { ...part, name: shortDay(part.startsAt) }
    const name = timeText(part.startsAt)
    const before = parts[index - 1]
    return { ...part, name: before && timeText(before.startsAt) === name ? `${name} again` : name }
  })
