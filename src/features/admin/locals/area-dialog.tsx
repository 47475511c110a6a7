/** One more area of a local: where it was found missing. */
import { ZONES } from '#domain/points'
import type { Area } from '#schemas/generated/entities/area.ts'
import { Button, Dialog, Form, nameRules, Select, TextField, toasts, useForm, useUi } from '#ui'
import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../admin-frame.tsx'
import { mapServerErrors } from '../server-errors.ts'

export const areasKey = (local: number) => ['admin', 'choice', 'areas', local] as const

interface AreaDialogProps {
  /** Name of the area that was found missing. */
  title: string
  local: number
  /** As it is called where it was planned. */
  planned?: string
  onClose: () => void
  onAdded?: (area: Area) => void
}

/** Adds an area to a local. */
export function AreaDialog({ title, local, planned = '', onClose, onAdded }: AreaDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const form = useForm({
    initial: { name: planned, zone: 'sales' as (typeof ZONES)[number] | null },
    rules: { name: nameRules },
    async onSubmit({ name, zone }) {
      const draft = { name: name.trim(), zone: zone ?? 'sales' }
      const added = await mapServerErrors(api.localRecords.addArea(local, draft), { NAME_TAKEN: 'name' }, say)
      toasts.success(t('admin:saved', { name: draft.name }))
      onClose()
      void queries.invalidateQueries({ queryKey: areasKey(local) })
      onAdded?.(added)
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {title}
          </Button>
        </>
      }
    >
      <Form form={form} label={title}>
        <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
        <Select
          label={t('admin:places.counts')}
          options={ZONES.map((id) => ({ id, label: t(`fleet:zone.${id}`) }))}
          {...form.field('zone')}
        />
      </Form>
    </Dialog>
  )
}
