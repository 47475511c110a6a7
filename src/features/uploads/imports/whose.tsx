/** The client of the files: an existing one, or one that is created with them. */
import type { Client } from '#schemas/generated/entities/client.ts'
import { EntitySelector, SegmentedControl, TextField, useUi } from '#ui'
import { useImports } from './imports-frame.tsx'
import css from './imports.module.css'

/** Both are kept, so that looking at the other way loses nothing. */
export interface Owner {
  readonly isNew: boolean
  readonly client: number | null
  readonly newClient: string
}

interface WhoseProps {
  clients: readonly Client[]
  owner: Owner
  onChange: (owner: Owner) => void
  isDisabled: boolean
}

export function Whose({ clients, owner, onChange, isDisabled }: WhoseProps) {
  const { t } = useUi()
  const { isAdmin } = useImports()
  const { isNew, client, newClient } = owner
  return (
    <>
      {isAdmin && (
        <div className={css.labelled}>
          <span>{t('imports:whose')}</span>
          <SegmentedControl
            label={t('imports:whose')}
            value={isNew ? 'new' : 'known'}
            onChange={(next) => onChange({ ...owner, isNew: next === 'new' })}
            isDisabled={isDisabled}
            segments={[
              { id: 'known', label: t('imports:whose.known') },
              { id: 'new', label: t('imports:whose.new') },
            ]}
          />
        </div>
      )}
      {isNew ? (
        <TextField
          label={t('imports:newClient')}
          isRequired
          isDisabled={isDisabled}
          maxLength={200}
          value={newClient}
          onChange={(next) => onChange({ ...owner, newClient: next })}
        />
      ) : (
        <EntitySelector
          label={t('imports:client')}
          isRequired
          isDisabled={isDisabled}
          items={clients.map(({ id, name }) => ({ id, name }))}
          value={client}
          onChange={(next) => onChange({ ...owner, client: next })}
        />
      )}
    </>
  )
}
