import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { ResourceColumn, Translate } from '#ui'
import type { Entry } from '../resource.ts'
import { nameOf } from './state-card.tsx'
import { positionIn, sinceOf, type Stated, wordsOf } from './stated.ts'

/** Where each entry is, since when, and who has it. */
export function stateColumns<Entity extends Entry>(
  { machine, words }: Stated<Entity>,
  t: Translate,
  users: readonly UserAccount[] | undefined,
): ResourceColumn<Entity>[] {
  const { table, tones = {} } = machine
  const word = wordsOf(t, words)
  return [
    {
      attr: 'state',
      label: t('admin:entry.state'),
      value: (entity) => positionIn(machine, entity).state,
      options: {
        names: Object.fromEntries(table.states.map((state) => [state, word.state(state)])),
        tones: { ...neutral(table.states), ...tones },
      },
    },
    { attr: 'stateAt', label: t('admin:entry.since'), type: 'Date', value: sinceOf },
    ...(table.fields.assignee === undefined
      ? []
      : [
          {
            attr: 'assignee',
            label: t('admin:entry.assignee'),
            value: (entity: Entity) => nameOf(positionIn(machine, entity).assignee, users) ?? '',
          },
        ]),
  ]
}

const neutral = (states: readonly string[]) => Object.fromEntries(states.map((state) => [state, 'neutral' as const]))
