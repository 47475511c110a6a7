import { useQueryClient } from '@tanstack/react-query'
import { figuresIn, isOfMinutes } from '#domain/imports'
import { tableDate } from '#domain/moment'
import type { Import } from '#schemas/generated/entities/import.ts'
import { confirmAndRun, useUi } from '#ui'
import { KEYS, useImports } from './imports-frame.tsx'
import { useImportName } from './outcome.tsx'

/** Asks before an import is taken back; says what goes and what stays. Gives whether it was. */
export function useUndo(): (one: Import) => Promise<boolean> {
  const { t, format } = useUi()
  const { api, say } = useImports()
  const queries = useQueryClient()
  const nameOf = useImportName()
  return async (one) => {
    // The list does not say what was removed since; without an answer the report is the best that is known.
    const takesBack = await api.one(one.id).then(
      (now) => now.takesBack,
      () => undefined,
    )
    const { added = 0, corrected = 0, newLocals = 0 } = one.report?.stored ?? {}
    const hours = takesBack?.figures ?? added + corrected
    const locals = takesBack?.locals ?? newLocals
    const kind = figuresIn(one.report) !== null ? 'figures' : isOfMinutes(one.report) ? 'minutes' : 'hours'
    const question = (
      <>
        <p>{t('imports:undo.question', { name: nameOf(one) })}</p>
        {hours > 0 && (
          <p>
            {t(`imports:undo.${kind}`, {
              count: hours,
              n: format.exact(hours, 'count'),
              from: tableDate(one.begin),
              to: tableDate(one.end),
            })}
          </p>
        )}
        {locals > 0 && <p>{t('imports:undo.locals', { count: locals, n: format.exact(locals, 'count') })}</p>}
        <p>{t('imports:undo.stays')}</p>
      </>
    )
    const answer = await confirmAndRun({
      question,
      isDanger: true,
      confirmLabel: t('imports:undo'),
      doneText: t('imports:undo.begun'),
      errorText: say,
      run: async () => {
        queries.setQueryData(KEYS.one(one.id), await api.undo(one.id))
      },
    })
    if (answer !== 'cancelled') await queries.invalidateQueries({ queryKey: KEYS.history })
    return answer === 'done'
  }
}
