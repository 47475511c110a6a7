import type { BulkAction } from '#domain/machine'
import { Button, useUi } from '#ui'
import type { Entry } from '../resource.ts'
import { type Stated, wordsOf } from './stated.ts'

interface BulkButtonsProps<Entity extends Entry> {
  resource: Stated<Entity>
  chosen: readonly Entity[]
  takes: (bulk: BulkAction, some: readonly Entity[]) => readonly Entity[]
  onPress: (bulk: BulkAction) => void
}

/** Those that take at least one of the chosen. */
export function BulkButtons<Entity extends Entry>({
  resource: { machine, words },
  chosen,
  takes,
  onPress,
}: BulkButtonsProps<Entity>) {
  const { t, format } = useUi()
  const word = wordsOf(t, words)
  return machine.table.bulk.map((bulk) => {
    const count = takes(bulk, chosen).length
    return count === 0 ? null : (
      <Button key={bulk.id} size="small" onPress={() => onPress(bulk)}>
        {`${word.action(bulk.action)} (${format.exact(count, 'count')})`}
      </Button>
    )
  })
}
