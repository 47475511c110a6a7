/** For whom a dashboard is: oneself, clients, groups or everyone, as far as the account may choose. */
import { EntityMultiSelector, Select, useUi } from '#ui'
import type { Audience } from '../../api/dashboards.ts'
import { useDashboards } from './frame.tsx'
import { useClients, useGroups } from './use-dashboards.ts'
import css from './dashboards.module.css'

export interface AudienceFieldProps {
  value: Audience
  onChange: (audience: Audience) => void
  error?: string | null
}

/** True when the choice names whom it is for. */
export const isWhole = ({ to, ids = [] }: Audience): boolean => (to !== 'clients' && to !== 'groups') || ids.length > 0

export function AudienceField({ value, onChange, error }: AudienceFieldProps) {
  const { t } = useUi()
  const { isAdmin, mayShare } = useDashboards()
  const { to, ids = [] } = value
  const choices: readonly Audience['to'][] = isAdmin
    ? ['onlyMe', 'clients', 'groups', 'everyone']
    : mayShare
      ? ['onlyMe', 'clients']
      : ['onlyMe']
  const [clients, groups] = [useClients(to === 'clients'), useGroups(isAdmin && to === 'groups')]
  const items = (to === 'clients' ? clients.data : groups.data)?.map(({ id, name }) => ({ id, name })) ?? []
  return (
    <div className={css.audience}>
      <Select
        label={t('dashboard:audience.label')}
        help={mayShare ? t('dashboard:audience.help') : t('dashboard:audience.alone')}
        value={to}
        options={choices.map((id) => ({ id, label: t(`dashboard:audience.${id}`) }))}
        onChange={(next) => {
          if (next !== null) onChange({ to: next as Audience['to'], ids: [] })
        }}
      />
      {(to === 'clients' || to === 'groups') && (
        <EntityMultiSelector
          label={t(`dashboard:audience.which.${to}`)}
          isRequired
          items={items}
          value={ids}
          error={error ?? null}
          onChange={(next) => onChange({ to, ids: next })}
        />
      )}
    </div>
  )
}
