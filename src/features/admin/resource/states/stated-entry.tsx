/** The form of an entry with states; beside it, where it is and what was written about it. */
import { cx, toasts, useUi } from '#ui'
import type { ReactNode } from 'react'
import { useIsTyped } from '../../leaving.tsx'
import type { Entry } from '../resource.ts'
import { CommentsCard } from './comments-card.tsx'
import { StateCard } from './state-card.tsx'
import { leadsOn, type Stated } from './stated.ts'
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
  const { t } = useUi()
  const isTyped = useIsTyped()
  /** In the next state there may be no form any more for what is typed. */
  const lead = (one: Entity, action: string, body?: object): Promise<boolean> => {
    if (!isTyped || !leadsOn(resource.machine, action)) return act(one, action, body)
    toasts.error(t('admin:entry.saveFirst'))
    return Promise.resolve(false)
  }
  return (
    <div className={css.split}>
      {children}
      <div className={cx(css.aside, own.first)}>
        <StateCard resource={resource} entity={entity} act={lead} />
        <CommentsCard resource={resource} entity={entity} act={act} />
      </div>
    </div>
  )
}
