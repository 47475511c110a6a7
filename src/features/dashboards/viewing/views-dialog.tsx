/** Saved views: the filters of a page by name; saved, applied, renamed, shared, chosen to begin with, removed. */
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import type { Dashboard } from '#engine'
import { Badge, confirmAndRun, Dialog, IconButton, Menu, type MenuAction, Notice } from '#ui'
import { Skeleton, toasts, useUi } from '#ui'
import { CheckIcon, EditIcon, MoreIcon, RefreshIcon, StarIcon, TrashIcon, UserIcon } from '#ui/icons/index.tsx'
import { useCallback, useEffect, useState } from 'react'
import type { ViewsPorts } from './ports.ts'
import css from './viewing.module.css'
import { ViewForm } from './view-form.tsx'

export interface ViewsDialogProps {
  dashboard: Dashboard
  ports: ViewsPorts
  onClose: () => void
}

type Views = readonly SavedView[] | 'failed' | null

export function ViewsDialog({ dashboard, ports, onClose }: ViewsDialogProps) {
  const { t } = useUi()
  const [views, setViews] = useState<Views>(null)
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const { api, dashboard: id, onViews } = ports
  const read = useCallback(
    () =>
      api.list(id).then(
        (all) => {
          setViews(all)
          onViews(all)
        },
        () => setViews('failed'),
      ),
    [api, id, onViews],
  )
  useEffect(() => {
    void read()
  }, [read])
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={t('app:dashboard.views')}>
      <div className={css.stack}>
        <ViewForm
          key={renamed?.id ?? 'new'}
          dashboard={dashboard}
          ports={ports}
          of={renamed}
          onDone={() => {
            setRenamed(null)
            void read()
          }}
          onCancel={renamed === null ? undefined : () => setRenamed(null)}
        />
        <ViewList views={views} ports={ports} onRename={setRenamed} onChanged={() => void read()} onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface ViewListProps {
  views: Views
  ports: ViewsPorts
  onRename: (view: SavedView) => void
  onChanged: () => void
  onClose: () => void
}

function ViewList({ views, ports, onRename, onChanged, onClose }: ViewListProps) {
  const { t } = useUi()
  if (views === null) return <Skeleton shape="table" />
  if (views === 'failed') return <Notice kind="warn">{t('viewing:views.failed')}</Notice>
  if (views.length === 0) return <p className={css.hint}>{t('viewing:views.none')}</p>
  const notify = (work: Promise<unknown>, text?: string) =>
    void work.then(
      () => {
        if (text !== undefined) toasts.success(text)
        onChanged()
      },
      (cause: unknown) => toasts.error(ports.say(cause)),
    )
  const actionsOf = (view: SavedView): MenuAction[] => [
    {
      id: 'default',
      label: t(view.isDefault ? 'viewing:views.noDefault' : 'viewing:views.default'),
      icon: <StarIcon />,
      onAction: () => notify(ports.api.setDefault(ports.dashboard, view.isDefault ? null : view.id)),
    },
    ...(view.isMine
      ? [
          { id: 'rename', label: t('viewing:views.edit'), icon: <EditIcon />, onAction: () => onRename(view) },
          {
            id: 'replace',
            label: t('viewing:views.replace'),
            icon: <RefreshIcon />,
            onAction: () =>
              notify(
                ports.api.change(view.id, {
                  name: view.name,
                  isShared: view.isShared,
                  client: view.client,
                  search: ports.search(),
                }),
                t('viewing:views.saved', { name: view.name }),
              ),
          },
        ]
      : []),
    ...(view.mayRemove
      ? [
          {
            id: 'remove',
            label: t('viewing:remove'),
            icon: <TrashIcon />,
            isDanger: true,
            onAction: () =>
              void confirmAndRun({
                question: t('viewing:views.removeQuestion', { name: view.name }),
                isDanger: true,
                errorText: ports.say,
                run: async () => {
                  await ports.api.remove(view.id)
                  onChanged()
                },
              }),
          },
        ]
      : []),
  ]
  return (
    <ul className={css.list} aria-label={t('viewing:views.list')}>
      {views.map((view) => (
        <li key={view.id} className={css.row}>
          <button
            type="button"
            className={css.apply}
            onClick={() => {
              ports.apply(view)
              onClose()
            }}
          >
            {view.name}
          </button>
          {view.isDefault && <Badge icon={<CheckIcon />}>{t('viewing:views.isDefault')}</Badge>}
          {view.isShared && (
            <Badge icon={<UserIcon />}>
              {view.isMine || view.ownerName === null
                ? t('viewing:views.isShared')
                : t('viewing:views.sharedBy', { name: view.ownerName })}
            </Badge>
          )}
          <span className={css.more}>
            <Menu
              label={t('viewing:actionsOf', { name: view.name })}
              actions={actionsOf(view)}
              trigger={
                <IconButton
                  plain
                  size="small"
                  label={t('viewing:actionsOf', { name: view.name })}
                  icon={<MoreIcon />}
                />
              }
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
