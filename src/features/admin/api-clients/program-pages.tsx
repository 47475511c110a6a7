/** API clients: the list, a new one with its secret, and changing one. */
import type { ApiClient } from '#schemas/generated/entities/api-client.ts'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import { Page, QueryState, toasts, useUi } from '#ui'
import { KeyboardIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { PATHS } from '../paths.ts'
import { flagFieldMap, mapServerErrors, type FieldMap } from '../server-errors.ts'
import { useAll, useClients, useNothing, useOne, useRefresh } from '../use-admin-data.ts'
import { resourceList } from '../resource/list-page.tsx'
import { linesOf, NEW_PROGRAM, ProgramForm, type ProgramValues } from './program-form.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import css from '../admin.module.css'
import { Keys } from './keys.tsx'

export const ProgramsPage = resourceList<ApiClient, null>({
  name: 'api-clients',
  words: 'admin:programs.',
  icon: KeyboardIcon,
  collection: (api) => api.programs,
  also: ['programs'],
  label: ({ name }) => name,
  columns: (t) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'enabled',
      label: t('admin:users.enabled'),
      type: 'FootState',
      value: (program) => (program.enabled ? 'up' : 'closed'),
      options: { names: { up: t('admin:enabled.yes'), closed: t('admin:enabled.no') } },
    },
    { attr: 'clientId', label: t('admin:programs.clientId') },
    { attr: 'redirectUris', label: t('admin:programs.redirectUris'), type: 'StringArray', options: { most: 1 } },
    { attr: 'flags', label: t('admin:users.flagCount'), type: 'Number', value: (program) => program.flags.length },
    { attr: 'clients', label: t('admin:clients'), type: 'Number', value: (program) => program.clients.length },
    { attr: 'sessions', label: t('admin:programs.sessions'), type: 'Number' },
    { attr: 'createdAt', label: t('admin:users.createdAt'), type: 'Date' },
  ],
  useLists: useNothing,
})

const draftOf = ({ redirectUris, name, ...rest }: ProgramValues) => ({
  ...rest,
  name: name.trim(),
  redirectUris: linesOf(redirectUris),
})

function useFieldMap(): FieldMap {
  const { t } = useUi()
  return { NAME_TAKEN: 'name', REDIRECT_URI_INVALID: 'redirectUris', CLIENT_NOT_FOUND: 'clients', ...flagFieldMap(t) }
}

export function NewProgramPage() {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const places = useFieldMap()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [made, setMade] = useState<ApiClientSecret | null>(null)
  const lists = both(useClients(), useAll('programs'))
  const save = async (values: ProgramValues) => {
    setMade(await mapServerErrors(api.programs.add(draftOf(values)), places, say))
    void refresh('programs')
  }
  return (
    <Page
      title={t('admin:programs.newTitle')}
      width="narrow"
      back={{ href: PATHS.programs.list, label: t('admin:programs.title') }}
    >
      <QueryState of={lists} skeleton="form">
        {([clients, programs]) => (
          <ProgramForm
            isNew
            initial={NEW_PROGRAM}
            clients={clients}
            taken={programs.filter(({ id }) => id !== made?.id).map(({ name }) => name)}
            save={save}
          />
        )}
      </QueryState>
      {made !== null && (
        <SecretDialog
          name={made.name}
          clientId={made.clientId}
          secret={made.secret}
          onClose={() => void navigate(PATHS.programs.list)}
        />
      )}
    </Page>
  )
}

const valuesOf = ({ name, redirectUris, clients, flags, enabled, pkce }: ApiClient): ProgramValues => ({
  name,
  redirectUris: redirectUris.join('\n'),
  clients,
  flags,
  enabled,
  pkce,
})

export function EditProgramPage() {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const places = useFieldMap()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const program = useOne('programs', id)
  const lists = both(both(useClients(), useAll('programs')), program)
  const save = async (values: ProgramValues) => {
    const { name } = await mapServerErrors(api.programs.save(id, draftOf(values)), places, say)
    toasts.success(t('admin:saved', { name }))
    void navigate(PATHS.programs.list)
    void refresh('programs')
  }
  return (
    <Page
      title={program.data?.name ?? t('admin:programs.one')}
      back={{ href: PATHS.programs.list, label: t('admin:programs.title') }}
    >
      <QueryState key={id} of={lists} skeleton="form">
        {([[clients, programs], data]) => (
          <div className={css.split}>
            <ProgramForm
              initial={valuesOf(data)}
              clients={clients}
              taken={programs.filter((one) => one.id !== id).map(({ name }) => name)}
              save={save}
            />
            <div className={css.aside}>
              <Keys program={data} />
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  )
}
