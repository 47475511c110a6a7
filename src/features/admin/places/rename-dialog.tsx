import { atMost, FieldErrors, Form, nameRules, TextField, toasts, useForm, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { useFieldMapChanged } from './use-places.ts'
import { type PlaceDialogProps, Frame } from './place-frame.tsx'

export function RenameDialog({ place: { kind, id, name }, onClose }: PlaceDialogProps) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const changed = useFieldMapChanged()
  const title = t('admin:places.renameTitle', { name })
  const form = useForm({
    initial: { name },
    rules: { name: [...nameRules, atMost(200)] },
    async onSubmit(values) {
      try {
        await api.places.rename(kind, id, values.name.trim())
      } catch (cause) {
        throw new FieldErrors({ name: say(cause) })
      }
      toasts.success(t('admin:saved', { name: values.name.trim() }))
      onClose()
      void changed()
    },
  })
  return (
    <Frame
      title={title}
      onClose={onClose}
      confirmLabel={t('admin:places.rename')}
      isBusy={form.isSaving}
      onConfirm={() => void form.submit()}
    >
      <Form form={form} label={title}>
        <TextField label={t('admin:name')} isRequired maxLength={200} {...form.field('name')} />
      </Form>
    </Frame>
  )
}
