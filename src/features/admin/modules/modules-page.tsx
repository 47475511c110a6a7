/** Which data modules a client has, and where one of its locals differs. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DATA_MODULES, DEFAULT_MODULES, type DataModule } from '#domain/data-modules'
import type { ModulesConfig } from '#schemas/generated/entities/modules-config.ts'
import {
  CheckboxGroup,
  EntitySelector,
  Form,
  FormSection,
  NoClients,
  Page,
  QueryState,
  SaveBar,
  toasts,
  useForm,
  useUi,
} from '#ui'
import { useSearchParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { clientItems, clientTypes } from '../client-items.ts'
import { Unsaved } from '../leaving.tsx'
import { PATHS } from '../paths.ts'
import { useClients } from '../use-admin-data.ts'
import css from '../admin.module.css'

type ModuleMap = ModulesConfig['modules']
interface Unit {
  readonly type: 'client' | 'local'
  readonly id: number
}

/** Building traces come with the corporate dashboards; the other groups follow the specification. */
const GROUPS = [
  { id: 'venues', modules: DATA_MODULES.filter((module) => !module.startsWith('wt_')) },
  { id: 'wiTrace', modules: DATA_MODULES.filter((module) => module.startsWith('wt_')) },
] as const

const keyOf = ({ type, id }: Unit) => ['admin', 'modules', type, id] as const

export function ModulesPage() {
  const { t } = useUi()
  const { api } = useAdmin()
  const [search, setSearch] = useSearchParams()
  const [client, local] = ['client', 'local'].map((name) => Number(search.get(name)) || null)
  const clients = useClients()
  const locals = useQuery({
    queryKey: ['admin', 'choice', 'locals', client],
    queryFn: ({ signal }) => api.locals(client ?? 0, signal),
    enabled: client !== null,
    staleTime: 0,
  })
  const go = (next: { client: number | null; local: number | null }) =>
    setSearch(
      Object.fromEntries(Object.entries(next).flatMap(([name, id]) => (id === null ? [] : [[name, String(id)]]))),
      { replace: true },
    )
  const unit: Unit | null =
    local != null ? { type: 'local', id: local } : client != null ? { type: 'client', id: client } : null
  return (
    <Page
      title={t('admin:modules.title')}
      note={t('admin:modules.note')}
      width="narrow"
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <QueryState of={clients} skeleton="form" empty={<NoClients />}>
        {(list) => (
          <div className={css.stack}>
            <EntitySelector
              label={t('fleet:client')}
              isRequired
              items={clientItems(list)}
              types={clientTypes(t)}
              value={client ?? null}
              onChange={(id) => go({ client: id, local: null })}
            />
            <EntitySelector
              label={t('fleet:local')}
              help={t('admin:modules.localHelp')}
              placeholder={t('admin:modules.wholeClient')}
              isDisabled={client === null}
              items={(locals.data ?? []).map(({ id, name, code }) => ({ id, name, hint: code }))}
              value={local ?? null}
              onChange={(id) => go({ client: client ?? null, local: id })}
            />
            {unit !== null && <OfUnit key={`${unit.type} ${unit.id}`} unit={unit} />}
          </div>
        )}
      </QueryState>
    </Page>
  )
}

function OfUnit({ unit }: { unit: Unit }) {
  const { api } = useAdmin()
  const config = useQuery({
    queryKey: keyOf(unit),
    queryFn: ({ signal }) => api.modules.of(unit.type, unit.id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <QueryState of={config} skeleton="form" isEmpty={() => false}>
      {(modules) => <ModulesForm unit={unit} modules={modules} />}
    </QueryState>
  )
}

const enabledOf = (modules: ModuleMap): DataModule[] => DATA_MODULES.filter((module) => modules[module] === true)

function ModulesForm({ unit, modules }: { unit: Unit; modules: ModuleMap }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const form = useForm({
    initial: { enabled: enabledOf(modules) },
    errorText: say,
    async onSubmit({ enabled }) {
      const map = Object.fromEntries(DATA_MODULES.map((module) => [module, enabled.includes(module)]))
      queries.setQueryData(keyOf(unit), await api.modules.save(unit.type, unit.id, map))
      toasts.success(t('admin:modules.saved'))
    },
  })
  const { enabled } = form.values
  return (
    <Form form={form} label={t('admin:modules.title')} actions={<SaveBar form={form} cancelTo={PATHS.home} />}>
      <Unsaved form={form} isOfSearch />
      {GROUPS.map(({ id, modules: own }) => (
        <FormSection key={id} title={t(`admin:modules.group.${id}`)} columns={1}>
          <CheckboxGroup
            label={t('admin:modules.title')}
            error={null}
            value={enabled.filter((module) => own.includes(module))}
            onChange={(chosen) =>
              form.set('enabled', [...enabled.filter((module) => !own.includes(module)), ...chosen])
            }
            options={own.map((module) => ({ id: module, label: t(`admin:module.${module}`), hint: hintOf(module, t) }))}
          />
        </FormSection>
      ))}
    </Form>
  )
}

/** Modules without figures yet say with which pages they take effect. */
const LATER: Readonly<Partial<Record<DataModule, 'bigVenues' | 'screens' | 'corporate'>>> = {
  zones: 'bigVenues',
  portfolio: 'bigVenues',
  transitions: 'bigVenues',
  realtime: 'screens',
  wt_portfolio: 'corporate',
  wt_office: 'corporate',
  wt_office_zones: 'corporate',
  wt_people: 'corporate',
  wt_visits_frequency: 'corporate',
}

function hintOf(module: DataModule, t: ReturnType<typeof useUi>['t']): string {
  const later = LATER[module]
  const usual =
    module in DEFAULT_MODULES && DEFAULT_MODULES[module as keyof typeof DEFAULT_MODULES]
      ? t('admin:modules.usuallyOn')
      : t('admin:modules.usuallyOff')
  return later === undefined
    ? `${t(`admin:moduleHint.${module}`)} ${usual}`
    : `${t(`admin:modules.later.${later}`)} ${usual}`
}
