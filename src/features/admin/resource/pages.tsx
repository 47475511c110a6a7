/** The three pages of a described noun. What is special about a noun is in its description, or in pages of its own. */
import {
  Button,
  EmptyState,
  Form,
  IconButton,
  LinkButton,
  Page,
  type QueryLike,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  SaveBar,
  type Translate,
  useForm,
  useUi,
} from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import type { ComponentType } from 'react'
import { useNavigate, useParams } from 'react-router'
import { both } from '../both.ts'
import { area, PATHS } from '../paths.ts'
import { Unsaved } from '../unsaved.tsx'
import { useList } from '../use-list.ts'
import { resourceHooks } from './hooks.ts'
import type { Entry, PageResource, RESOURCE_WORDS } from './resource.ts'

export interface ResourcePages {
  readonly ListPage: ComponentType
  readonly NewPage: ComponentType
  readonly EditPage: ComponentType
}

export function resourcePages<Entity extends Entry, Draft extends object, Values extends object, Lists>(
  resource: PageResource<Entity, Draft, Values, Lists>,
): ResourcePages {
  const { name, words, icon: Icon, Fields, useLists, label } = resource
  const paths = area(name)
  const { useEntries, useEntry, useRemoving, useSaving } = resourceHooks(resource)
  const wordOf = (word: (typeof RESOURCE_WORDS)[number]) => `${words}${word}`

  function ListPage() {
    const { t } = useUi()
    const list = useList()
    const removing = useRemoving()
    const [entries, lists] = [useEntries(), useLists()]
    return (
      <Page title={t(wordOf('title'))} note={t(wordOf('note'))} back={{ href: PATHS.home, label: t('admin:title') }}>
        <ResourceTable
          label={t(wordOf('title'))}
          columns={resource.columns(t, lists.data)}
          rows={entries}
          rowKey={({ id }) => id}
          linkTo={({ id }) => paths.edit(id)}
          addTo={paths.add}
          addLabel={t(wordOf('add'))}
          state={list.state}
          onStateChange={list.onStateChange}
          rowActions={(entity) => (
            <IconButton
              plain
              size="small"
              label={t('admin:removeName', { name: label(entity) })}
              icon={<TrashIcon />}
              onPress={() => void removing(entity)}
            />
          )}
          empty={
            <EmptyState
              icon={<Icon size={20} />}
              title={t(wordOf('none'))}
              action={
                <LinkButton kind="primary" size="small" href={paths.add}>
                  {t(wordOf('add'))}
                </LinkButton>
              }
            >
              {t(wordOf('noneText'))}
            </EmptyState>
          }
        />
      </Page>
    )
  }

  function EntryForm({ before, lists, others }: { before?: Entity; lists: Lists; others: readonly Entity[] }) {
    const { t } = useUi()
    const navigate = useNavigate()
    const removing = useRemoving()
    const form = useForm<Values>({
      initial: before === undefined ? resource.initial : resource.valuesOf(before),
      rules: resource.rules(t, others),
      onSubmit: useSaving(before),
    })
    return (
      <Form
        form={form}
        label={t(wordOf('one'))}
        actions={
          <SaveBar form={form} cancelTo={paths.list}>
            {before !== undefined && (
              <Button
                kind="quiet"
                icon={<TrashIcon />}
                onPress={() => void removing(before, () => void navigate(paths.list))}
              >
                {t('admin:remove')}
              </Button>
            )}
          </SaveBar>
        }
      >
        <Unsaved form={form} />
        <Fields form={form} lists={lists} />
      </Form>
    )
  }

  function NewPage() {
    const { t } = useUi()
    return (
      <Page title={t(wordOf('newTitle'))} width="narrow" back={{ href: paths.list, label: t(wordOf('title')) }}>
        <QueryState of={both(useLists(), useEntries())} skeleton="form">
          {([lists, others]) => <EntryForm lists={lists} others={others} />}
        </QueryState>
      </Page>
    )
  }

  function EditPage() {
    const { t } = useUi()
    const id = Number(useParams().id)
    const entry = useEntry(id)
    const title = entry.data === undefined ? t(wordOf('one')) : label(entry.data)
    const all: QueryLike<readonly [readonly [Lists, readonly Entity[]], Entity]> = both(
      both(useLists(), useEntries()),
      entry,
    )
    return (
      <Page title={title} width="narrow" back={{ href: paths.list, label: t(wordOf('title')) }}>
        <QueryState key={id} of={all} skeleton="form">
          {([[lists, entries], before]) => (
            <EntryForm before={before} lists={lists} others={entries.filter((one) => one.id !== id)} />
          )}
        </QueryState>
      </Page>
    )
  }

  return { ListPage, NewPage, EditPage }
}

/** When an entry was changed last. @public */
export const changedColumn = <Entity extends Entry>(t: Translate): ResourceColumn<Entity> => ({
  attr: 'updatedAt',
  label: t('admin:changedAt'),
  type: 'Date',
})
