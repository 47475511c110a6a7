/** The top bar: what is edited, its state, the last action, and publishing. */
import type { GridSize } from '#engine'
import { useState } from 'react'
import { Button, ConfirmDialog, IconButton, LinkButton, Menu, SegmentedControl, useUi } from '#ui'
import {
  ChevronLeftIcon,
  ClockIcon,
  ExternalIcon,
  MoreIcon,
  PlusIcon,
  SearchIcon,
  SettingsIcon,
  TrashIcon,
} from '#ui/icons/index.tsx'
import { SIZES } from '../model/doc-parts.ts'
import type { Label } from '../model/history.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import type { Coeditor } from '../ports.ts'
import { ActionButton } from './action-button.tsx'
import { Coeditors } from './coeditors.tsx'
import { CodeIcon, RedoIcon, SidebarIcon, UndoIcon } from './icons.tsx'
import css from './top-bar.module.css'
import { DraftMark } from './draft-mark.tsx'
import { Publish } from './publish.tsx'

export type View = 'edit' | 'sizes' | 'preview'
interface Open {
  readonly palette: boolean
  readonly panel: boolean
  readonly json: boolean
}

export interface TopBarProps {
  /** Name of a step. */
  stepWords: (label: Label) => string
  title: string
  /** Other editors. */
  others: readonly Coeditor[]
  backTo: string
  viewPath?: string | undefined
  historyPath?: string | undefined
  view: View
  onView: (view: View) => void
  open: Open
  onToggle: (part: keyof Open) => void
  /** Opens the gallery of widgets, or says why nothing can be added. */
  onAdd: () => void
  /** Opens the search over the document. */
  onFind: () => void
  onPublish: () => void
}

export function TopBar({
  stepWords,
  title,
  others,
  backTo,
  viewPath,
  historyPath,
  view,
  onView,
  open,
  onToggle,
  onAdd,
  onFind,
  onPublish,
}: TopBarProps) {
  const editor = useEditor()
  const { t } = useUi()
  const size = useEditorState((state) => state.size)
  const isEdit = view === 'edit'
  const toSettings = () => {
    editor.select([])
    if (!open.panel) onToggle('panel')
  }
  return (
    <header className={css.bar}>
      <div className={css.name}>
        <LinkButton href={backTo} kind="quiet" icon={<ChevronLeftIcon />}>
          <span className={css.back}>{t('editor:top.back')}</span>
        </LinkButton>
        <h1 className={css.title}>
          <button type="button" className={css.settings} title={t('editor:top.settings')} onClick={toSettings}>
            {title}
          </button>
        </h1>
        <DraftMark />
        <Coeditors others={others} />
      </div>
      <div className={css.tools} role="toolbar" aria-label={t('editor:top.tools')}>
        <History stepWords={stepWords} />
        <SegmentedControl<View>
          label={t('editor:top.view')}
          size="small"
          value={view}
          onChange={onView}
          segments={[
            { id: 'edit', label: t('editor:top.edit') },
            { id: 'sizes', label: t('editor:top.sizes') },
            { id: 'preview', label: t('editor:top.preview') },
          ]}
        />
        {isEdit && (
          <SegmentedControl<GridSize>
            label={t('editor:top.size')}
            size="small"
            value={size}
            onChange={(next) => editor.setSize(next)}
            segments={SIZES.map((id) => ({ id, label: t(`editor:size.${id}`) }))}
          />
        )}
      </div>
      <div className={css.end}>
        {isEdit && (
          <Button icon={<PlusIcon />} aria-label={t('editor:gallery.title')} aria-keyshortcuts="a" onPress={onAdd}>
            {t('editor:gallery.add')}
          </Button>
        )}
        <ActionButton label={t('editor:find.title')} icon={<SearchIcon />} onPress={onFind} />
        {isEdit && (
          <ActionButton
            label={t('editor:top.palette')}
            icon={<SidebarIcon side="left" />}
            isOn={open.palette}
            onPress={() => onToggle('palette')}
          />
        )}
        {isEdit && (
          <ActionButton
            label={t('editor:top.panel')}
            icon={<SidebarIcon side="right" />}
            isOn={open.panel}
            onPress={() => onToggle('panel')}
          />
        )}
        <ActionButton
          label={t('editor:top.json')}
          icon={<CodeIcon />}
          isOn={open.json}
          onPress={() => onToggle('json')}
        />
        <MoreMenu viewPath={viewPath} historyPath={historyPath} onSettings={toSettings} />
        <Publish onPublish={onPublish} />
      </div>
    </header>
  )
}

interface MoreMenuProps extends Pick<TopBarProps, 'viewPath' | 'historyPath'> {
  onSettings: () => void
}

/** The settings of the dashboard, and its pages for readers and of its history. */
function MoreMenu({ viewPath, historyPath, onSettings }: MoreMenuProps) {
  const { t } = useUi()
  const editor = useEditor()
  const [isAsking, setAsking] = useState(false)
  const why = useEditorState(({ published, dirty }) =>
    published === undefined ? 'notPublished' : dirty ? undefined : 'noChange',
  )
  return (
    <>
      <Menu
        label={t('editor:top.more')}
        trigger={<IconButton label={t('editor:top.more')} icon={<MoreIcon />} plain />}
        actions={[
          {
            id: 'settings',
            label: t('editor:top.settings'),
            icon: <SettingsIcon />,
            onAction: onSettings,
          },
          {
            id: 'view',
            label: t('editor:top.open'),
            icon: <ExternalIcon />,
            ...(viewPath === undefined ? { isDisabled: true, hint: t('editor:why.notPublished') } : { href: viewPath }),
          },
          {
            id: 'history',
            label: t('editor:top.history'),
            icon: <ClockIcon />,
            ...(historyPath === undefined
              ? { isDisabled: true, hint: t('editor:why.notPublished') }
              : { href: historyPath }),
          },
          {
            id: 'discard',
            label: t('editor:discard.action'),
            icon: <TrashIcon />,
            isDanger: true,
            ...(why !== undefined && { isDisabled: true, hint: t(`editor:why.${why}`) }),
            onAction: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        title={t('editor:discard.title')}
        confirmLabel={t('editor:discard.action')}
        onConfirm={() => {
          setAsking(false)
          editor.discard()
        }}
        onCancel={() => setAsking(false)}
      >
        {t('editor:discard.question')}
      </ConfirmDialog>
    </>
  )
}

/** Undo and redo, named by what they take back. */
function History({ stepWords }: Pick<TopBarProps, 'stepWords'>) {
  const editor = useEditor()
  const { t } = useUi()
  const name = (labels: readonly Label[]) => {
    const last = labels.at(-1)
    return last === undefined ? undefined : stepWords(last)
  }
  const undo = useEditorState((state) => name(state.undo))
  const redo = useEditorState((state) => name(state.redo))
  return (
    <>
      <ActionButton
        label={undo === undefined ? t('editor:top.undo') : t('editor:top.undoWhat', { what: undo })}
        icon={<UndoIcon />}
        why={undo === undefined ? t('editor:why.undo') : undefined}
        onPress={() => editor.undo()}
      />
      <ActionButton
        label={redo === undefined ? t('editor:top.redo') : t('editor:top.redoWhat', { what: redo })}
        icon={<RedoIcon />}
        why={redo === undefined ? t('editor:why.redo') : undefined}
        onPress={() => editor.redo()}
      />
    </>
  )
}
