/**
 * A new dashboard: what it is called and what it begins with. It is saved on the server from here on, so that no work
 * is lost.
 */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { formatLayout } from '#engine/core/document/format'
import { Form, FormSection, nameRules, Page, QueryState, SaveBar, TextField, useForm, useUi } from '#ui'
import { useNavigate } from 'react-router'
import { pathsOf, useDashboards } from './frame.tsx'
import { StartingPoints } from './starting-points.tsx'
import { useDashboardList } from './use-dashboards.ts'

/** A page with one empty section: the rest is done in the editor. */
const emptyPage = (name: string, description: string) =>
  formatLayout({
    format: 1,
    _id: 'new',
    revision: 0,
    name,
    ...(description !== '' && { description }),
    params: {},
    queries: {},
    widgets: {},
    layout: { sections: [{ id: 'section-1', widgets: [] }] },
    grids: {},
  })

export function NewPage() {
  const { t } = useUi()
  const { area } = useDashboards()
  const paths = pathsOf(area)
  return (
    <Page title={t('dashboard:new.title')} back={{ href: paths.list, label: t(`dashboard:${area}.title`) }}>
      <QueryState of={useDashboardList()} isEmpty={() => false}>
        {(list) => <NewForm list={list} />}
      </QueryState>
    </Page>
  )
}

function NewForm({ list }: { list: readonly Dashboard[] }) {
  const { t } = useUi()
  const { api, area, say } = useDashboards()
  const navigate = useNavigate()
  const paths = pathsOf(area)
  const form = useForm({
    initial: { name: '', description: '', from: null as string | null },
    rules: { name: nameRules },
    errorText: say,
    async onSubmit({ name, description, from }) {
      const entry =
        from === null
          ? await api.add({ text: emptyPage(name.trim(), description.trim()), publish: false })
          : await api.duplicate(from, { name: name.trim() })
      void navigate(paths.edit(entry.id), { replace: true })
    },
  })
  return (
    <Form
      form={form}
      label={t('dashboard:new.title')}
      actions={<SaveBar form={form} cancelTo={paths.list} saveLabel={t('dashboard:new.create')} />}
    >
      <FormSection title={t('dashboard:new.section')} note={t('dashboard:new.note')} columns={1}>
        <TextField label={t('dashboard:name')} isRequired maxLength={200} autoFocus {...form.field('name')} />
        <StartingPoints
          list={list}
          value={form.values.from}
          onChange={(from) => {
            const nameOf = (id: string | null) => list.find((one) => one.id === id)?.name ?? ''
            // A name that was typed stays.
            if (form.values.name === nameOf(form.values.from)) form.field('name').onChange(nameOf(from))
            form.field('from').onChange(from)
          }}
        />
        {form.values.from === null && (
          <TextField
            label={t('dashboard:new.description')}
            help={t('dashboard:new.descriptionHelp')}
            maxLength={1000}
            rows={2}
            {...form.field('description')}
          />
        )}
      </FormSection>
    </Form>
  )
}
