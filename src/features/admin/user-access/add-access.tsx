import { Button, Dialog, EntitySelector, Form, mandatory, QueryState, toasts, useForm, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { clientItems, clientTypes } from '../client-items.ts'
import { mapServerErrors } from '../server-errors.ts'
import { useAll, useClients, useRefresh } from '../use-admin-data.ts'
import css from '../admin.module.css'

interface Draft {
  readonly user: number | null
  readonly client: number | null
}

export function AddAccess({ onClose }: { onClose: () => void }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  const lists = both(useAll('users'), useClients())
  const form = useForm<Draft>({
    initial: { user: null, client: null },
    rules: { user: mandatory, client: mandatory },
    onSubmit: async ({ user, client }) => {
      if (user === null || client === null) return
      await mapServerErrors(
        api.accesses.add({ user, client }),
        { USER_NOT_FOUND: 'user', CLIENT_NOT_FOUND: 'client', ACCESS_TAKEN: 'client' },
        say,
      )
      toasts.success(t('admin:access.added'))
      onClose()
      await refresh('accesses', 'users')
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:access.addTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {t('admin:access.add')}
          </Button>
        </>
      }
    >
      <QueryState of={lists} skeleton="form">
        {([users, clients]) => (
          <Form form={form} label={t('admin:access.addTitle')}>
            <div className={css.stack}>
              <EntitySelector
                label={t('admin:access.user')}
                isRequired
                items={users.map(({ id, username }) => ({ id, name: username }))}
                {...form.field('user')}
              />
              <EntitySelector
                label={t('admin:access.client')}
                isRequired
                items={clientItems(clients)}
                types={clientTypes(t)}
                {...form.field('client')}
              />
            </div>
          </Form>
        )}
      </QueryState>
    </Dialog>
  )
}
