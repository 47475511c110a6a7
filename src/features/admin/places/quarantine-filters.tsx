/** Filters of the list of the quarantine: state, client, reason, file. */
import { Select, useUi } from '#ui'
import { reasonText } from '../hubble/reason-text.ts'
import { useClients } from '../use-admin-data.ts'
import { type QuarantineFilter, type QuarantineGroups, STATES } from './use-quarantine.ts'
import admin from '../admin.module.css'

interface QuarantineFiltersProps {
  filters: QuarantineFilter
  groups: QuarantineGroups
  onChange: (filters: Partial<Record<keyof QuarantineFilter, string | null>>) => void
}

export function QuarantineFilters({
  filters: { state, client, reason, file },
  groups,
  onChange,
}: QuarantineFiltersProps) {
  const { t } = useUi()
  const clients = useClients().data
  const distinct = (pick: (group: NonNullable<typeof groups>[number]) => string | null) =>
    [...new Set((groups ?? []).flatMap((group) => pick(group) ?? []))].toSorted()
  return (
    <>
      <div className={admin.filter}>
        <Select
          label=""
          options={STATES.map((id) => ({ id, label: t(`admin:quarantine.states.${id}`) }))}
          value={state}
          onChange={(next) => onChange({ state: next === 'waiting' ? null : next })}
        />
      </div>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={`${t('fleet:client')}: ${t('admin:all')}`}
          options={(clients ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
          value={client === null ? null : String(client)}
          onChange={(next) => onChange({ client: next })}
        />
      </div>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={`${t('admin:quarantine.reason')}: ${t('admin:all')}`}
          options={distinct((group) => group.reason).map((id) => ({ id, label: reasonText(id, t) }))}
          value={reason}
          onChange={(next) => onChange({ reason: next })}
        />
      </div>
      <div className={admin.filter}>
        <Select
          label=""
          emptyLabel={`${t('admin:quarantine.file')}: ${t('admin:all')}`}
          options={distinct((group) => group.file).map((id) => ({ id, label: id }))}
          value={file}
          onChange={(next) => onChange({ file: next })}
        />
      </div>
    </>
  )
}
