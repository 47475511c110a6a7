/** A part of a pre-setup as lines, one for each entry: for comparing two versions. */
import { tableDate } from '#domain/moment'
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

const floorLines = (t: Translate, floors: Setup['zoneFloors']): string[] =>
  Object.entries(floors).map(([zone, floor]) => `${t(`admin:site.zone.${zone}`)}: ${floor}`)

const positionLines = (relation: Setup['positionsAreaRelation']): string[] =>
  Object.entries(relation).map(([position, area]) => `${position} → ${area}`)

/** The lines of a field of which there may be many. */
function linesOfField(
  { t, locale }: { readonly t: Translate; readonly locale: string },
  name: string,
  values: Partial<Setup>,
): readonly string[] {
  switch (name) {
    case 'footscans':
    case 'points':
      return setupLines(t, locale, name, values)
    case 'schedules':
      return Object.entries(values.schedules ?? {}).flatMap(([area, week]) =>
        weekLines(week, locale).map((line) => `${area}, ${line}`),
      )
    case 'zoneFloors':
      return floorLines(t, values.zoneFloors ?? {})
    case 'positionsAreaRelation':
      return positionLines(values.positionsAreaRelation ?? {})
    default:
      return []
  }
}

/** A field of a pre-setup, or of a pre-seal, as its history writes it; null = as any value. */
export function setupText(
  words: { readonly t: Translate; readonly locale: string },
  name: string,
  value: unknown,
): string | null {
  const { t } = words
  if (value === null || value === undefined) return null
  // The audit log has a field as it was kept.
  const lines = linesOfField(words, name, { [name]: value } as Partial<Setup>)
  if (lines.length > 0) return lines.join(' · ')
  if (name === 'zoneDistribution' && typeof value === 'string') return t(`${WORDS}distribution.${value}`)
  if (name === 'outsideType' && typeof value === 'string') return t(`${WORDS}outside.${value}`)
  if (name === 'smartInstall') return t(value === true ? 'ui.yes' : 'ui.no')
  return name === 'installDate' || name === 'sealDate' ? tableDate(value) : null
}

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
        ...floorLines(t, values.zoneFloors ?? {}),
        ...positionLines(values.positionsAreaRelation ?? {}),
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
