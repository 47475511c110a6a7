/** The list of a described noun: search, order, columns, CSV, removing one and having it back. */
import {
  ColumnsButton,
  EmptyState,
  IconButton,
  LinkButton,
  Page,
  ResourceTable,
  SegmentedControl,
  useChosenColumns,
  useUi,
} from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { type ComponentType, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { area, PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { CsvButton } from './csv-button.tsx'
import { listHooks } from './list-hooks.tsx'
import { type Entry, type ListResource, wordsOfNoun } from './resource.ts'
import { StatedTable } from './states/stated-table.tsx'
import { statedOf } from './states/stated.ts'
import css from '../admin.module.css'

export function resourceList<Entity extends Entry, Lists>(resource: ListResource<Entity, Lists>): ComponentType {
  const { name, icon: Icon, useLists, label, Actions, rowTo } = resource
  const { useEntries, useRefreshAll, useRemoving } = listHooks(resource)
  const stated = statedOf(resource)
  const paths = area(name)
  const wordOf = wordsOfNoun(resource)

  return function ListPage() {
    const { t } = useUi()
    const list = useList()
    const { removing, removal } = useRemoving()
    const refresh = useRefreshAll()
    const [entries, lists] = [useEntries(), useLists()]
    const navigate = useNavigate()
    const siblings = resource.siblings?.(t)
    const { me } = useAdmin()
    const all = useMemo(() => resource.columns(t, lists.data), [t, lists.data])
    const chosen = useChosenColumns(`${me.id}/${name}`, all)
    const table = {
      label: t(wordOf('title')),
      linkTo: ({ id }: Entity) => rowTo?.(id) ?? paths.edit(id),
      ...(!resource.isMadeElsewhere && { addTo: paths.add, addLabel: t(wordOf('add')) }),
      empty: (
        <EmptyState
          icon={<Icon size={20} />}
          title={t(wordOf('none'))}
          action={
            !resource.isMadeElsewhere && (
              <LinkButton kind="primary" href={paths.add}>
                {t(wordOf('add'))}
              </LinkButton>
            )
          }
        >
          {t(wordOf('noneText'))}
        </EmptyState>
      ),
    }
    return (
      <Page
        title={t(wordOf('title'))}
        note={t(wordOf('note'))}
        back={{ href: PATHS.home, label: t('admin:title') }}
        actions={Actions !== undefined && <Actions />}
      >
        {siblings !== undefined && (
          <div className={css.kinds}>
            <SegmentedControl
              label={siblings.label}
              segments={siblings.all.map((one) => ({ id: one.name, label: one.label }))}
              value={name}
              onChange={(next) => void navigate(area(next).list)}
            />
          </div>
        )}
        {resource.top?.()}
        {stated !== null ? (
          <StatedTable
            {...table}
            resource={stated}
            columns={all}
            entries={entries}
            list={list}
            refresh={refresh}
            {...(!resource.isMadeElsewhere && { onRemove: (entity: Entity) => void removing(entity) })}
          />
        ) : (
          <ResourceTable
            {...table}
            columns={chosen.shown}
            rows={entries}
            rowKey={({ id }) => id}
            state={list.state}
            onStateChange={list.onStateChange}
            tools={
              <>
                <ColumnsButton columns={chosen} />
                <CsvButton name={name} rows={entries.data ?? []} columns={chosen.shown} search={list.state.text} />
              </>
            }
            rowActions={(entity) => (
              <IconButton
                plain
                size="small"
                label={t('admin:removeName', { name: label(entity) })}
                icon={<TrashIcon />}
                onPress={() => void removing(entity)}
              />
            )}
          />
        )}
        {removal}
      </Page>
    )
  }
}
