/** What a part of a pre-setup says, a line for each thing: for two versions to be compared. */
import { pointsWithArea } from '#domain/points'
import type { Setup } from '#domain/presetup'
import { weekdayName } from '#domain/written'
import type { Translate } from '#ui'
import { pointLabel } from '../site/points-editor.tsx'

const WORDS = 'noun-presetups:'

/** Shifts of a week, a line for each day that has some. */
const weekLines = (week: Setup['schedules'][string], locale: string): string[] =>
  Object.entries(week).flatMap(([day, shifts]) =>
    shifts.length === 0
      ? []
      : [`${weekdayName(Number(day), locale)}: ${shifts.map(([begin, end]) => `${begin}–${end}`).join(', ')}`],
  )

export function setupLines(t: Translate, locale: string, part: string, values: Partial<Setup>): string[] {
  switch (part) {
    case 'footscans':
      return (values.footscans ?? []).map(({ id, position }) => `${id} · ${position}`)
    case 'people':
      return [...(values.user == null ? [] : [`#${values.user}`]), ...(values.phoneMacs ?? [])]
    case 'schedule':
      return (values.areas ?? []).flatMap((area) => {
        const { schedules = {} } = values
        const week = Object.hasOwn(schedules, area) ? (schedules[area] ?? {}) : {}
        return [area, ...weekLines(week, locale).map((line) => `${area}, ${line}`)]
      })
    case 'zones':
      return [
        ...(values.outsideType == null ? [] : [t(`${WORDS}outside.${values.outsideType}`)]),
        t(`${WORDS}distribution.${values.zoneDistribution ?? 'none'}`),
        ...Object.entries(values.zoneFloors ?? {}).map(([zone, floor]) => `${t(`admin:site.zone.${zone}`)}: ${floor}`),
        ...Object.entries(values.positionsAreaRelation ?? {}).map(([position, area]) => `${position} → ${area}`),
      ]
    case 'points':
      return pointsWithArea(values.points ?? {}).map(
        ({ area, point, related }) =>
          `${area}: ${pointLabel(t, point)}${related.length === 0 ? '' : ` (${related.join(', ')})`}`,
      )
    default:
      return [values.name ?? '', values.installDate ?? '', values.sealDate ?? ''].filter((line) => line !== '')
  }
}
