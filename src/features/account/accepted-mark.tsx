import { tableDate } from '#domain/moment'
import { Checkbox, type QueryLike, QueryState, Skeleton, useUi } from '#ui'
import css from './account.module.css'

const fixed = () => undefined

export function AcceptedMark<T>({
  of,
  is,
  at,
  label,
}: {
  of: QueryLike<T>
  is: (data: T) => boolean
  at?: (data: T) => number | null
  label: string
}) {
  const { t } = useUi()
  return (
    <QueryState of={of} compact waiting={<Skeleton shape="text" count={1} />}>
      {(data) => {
        const on = at?.(data) ?? null
        return (
          <Checkbox isReadOnly isSelected={is(data)} onChange={fixed}>
            {label}
            {on !== null && (
              <>
                {' '}
                <span className={css.on}>{t('account:profile.acceptedOn', { date: tableDate(on) })}</span>
              </>
            )}
          </Checkbox>
        )
      }}
    </QueryState>
  )
}
