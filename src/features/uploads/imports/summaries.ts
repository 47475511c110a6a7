/** A short summary of each step of an import, beside it and at its head. */
import { quarantinedLines } from '#domain/imports'
import { isOpen, shownState } from '#domain/import-states'
import { useUi } from '#ui'
import { useImportName } from './outcome.tsx'
import { stepOf } from './questions.tsx'
import type { StepId, StepSummary } from './step.tsx'
import type { ImportWork } from './use-import.ts'

export type Summaries = Readonly<Record<StepId, StepSummary>>

export function useSummaries({ now, isStale }: ImportWork): Summaries {
  const { t, format } = useUi()
  const nameOf = useImportName()
  const { state, files, clientName, settings, preview, places, questions, report } = now
  const isEnded = !isOpen(state)
  const asks = new Set(questions.map(stepOf))
  const count = (value: number) => format.exact(value, 'count')
  const owner = clientName ?? settings.newClient ?? null
  const uses = preview?.uses ?? report?.columns.map(({ use }) => use) ?? []
  const [columns, used] = [uses.length, uses.filter((use) => use !== null && use !== 'ignored').length]
  const similar = places.filter(({ match }) => match === 'similar').length
  const reading = state === 'reading' && preview === null
  const stateOf = (id: StepId, isThere: boolean, isGuess = false): StepSummary['state'] =>
    !isEnded && asks.has(id) ? 'ask' : !isThere ? 'waiting' : isGuess && !isEnded ? 'look' : 'done'
  const blocking = isEnded ? 0 : questions.length
  return {
    files: {
      state: stateOf('files', true),
      note: [files.length === 1 ? nameOf(now) : t('imports:summary.files', { count: files.length }), owner]
        .filter(Boolean)
        .join(' · '),
    },
    columns: {
      state: stateOf('columns', preview !== null || report !== null),
      note:
        columns === 0
          ? t(reading ? 'imports:summary.reading' : 'imports:about.columns')
          : t('imports:summary.columns', { used, count: columns }),
    },
    places: {
      state: stateOf('places', places.length > 0, similar > 0),
      note:
        places.length === 0
          ? t(reading ? 'imports:summary.reading' : 'imports:about.places')
          : [
              t('imports:summary.places', { count: places.length, n: count(places.length) }),
              similar > 0 && !isEnded && t('imports:summary.similar', { count: similar, n: count(similar) }),
            ]
              .filter(Boolean)
              .join(' · '),
    },
    check: {
      state:
        blocking > 0
          ? 'ask'
          : report === null || reading
            ? 'waiting'
            : isEnded
              ? 'done'
              : quarantinedLines(report) > 0
                ? 'look'
                : 'done',
      note:
        blocking > 0
          ? t('imports:summary.questions', { count: blocking })
          : report === null || reading
            ? t(reading ? 'imports:summary.reading' : 'imports:about.check')
            : isStale && !isEnded
              ? t('imports:summary.again')
              : t(`imports:is.${shownState(now)}`),
    },
  }
}
