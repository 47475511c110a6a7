import type { BulkAction } from '#domain/machine'
import { Button, Menu, useUi } from '#ui'
import type { Entry } from '../resource.ts'
import { type Stated, wordsOf } from './stated.ts'

interface ForAllProps<Entity extends Entry> {
  resource: Stated<Entity>
  isDisabled: boolean
  /** How many of those on show an action takes. */
  takes: (bulk: BulkAction) => number
  onAction: (bulk: BulkAction) => void
}

/** The actions that take all that is on show. */
export function ForAll<Entity extends Entry>({
  resource: { machine, words },
  isDisabled,
  takes,
  onAction,
}: ForAllProps<Entity>) {
  const { t, format } = useUi()
  const word = wordsOf(t, words)
  const forAll = machine.table.bulk.filter(({ takesAll }) => takesAll)
  if (forAll.length === 0) return null
  return (
    <Menu
      label={t('admin:entry.forAll')}
      placement="bottom end"
      trigger={<Button isDisabled={isDisabled}>{t('admin:entry.forAll')}</Button>}
      actions={forAll.map((one) => {
        const count = takes(one)
        return {
          id: one.id,
          label: `${word.bulk(one.id)} (${format.exact(count, 'count')})`,
          isDisabled: count === 0,
          onAction: () => onAction(one),
        }
      })}
    />
  )
}
