/** The form of an entry with states; beside it, where it is and what was written about it. */
import { cx } from '#ui'
import type { ReactNode } from 'react'
import type { Entry } from '../resource.ts'
import { CommentsCard } from './comments-card.tsx'
import { StateCard } from './state-card.tsx'
import type { Stated } from './stated.ts'
import { useActions } from './use-actions.ts'
import css from '../../admin.module.css'
import own from './states.module.css'

interface StatedEntryProps<Entity extends Entry> {
  resource: Stated<Entity>
  entity: Entity
  refresh: () => Promise<unknown>
  children: ReactNode
}

export function StatedEntry<Entity extends Entry>({ resource, entity, refresh, children }: StatedEntryProps<Entity>) {
  const { act } = useActions(resource, refresh)
  return (
    <div className={css.split}>
      {children}
      <div className={cx(css.aside, own.first)}>
        <StateCard resource={resource} entity={entity} act={act} />
        <CommentsCard resource={resource} entity={entity} act={act} />
      </div>
    </div>
  )
}
