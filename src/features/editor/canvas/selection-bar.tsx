/** Actions on the selection; a disabled one says why. */
import { useUi } from '#ui'
import { CopyIcon, LockIcon, PlusIcon, TrashIcon } from '#ui/icons/index.tsx'
import { memo } from 'react'
import { useEditorState } from '../model/use-editor.tsx'
import { ActionButton } from '../parts/action-button.tsx'
import { useCanvas, useSession } from './canvas-context.tsx'
import css from './canvas.module.css'

/** Memoised: a keystroke in the document does not change the actions for the selection. */
export const SelectionBar = memo(function SelectionBar() {
  const { hands } = useCanvas()
  const { t } = useUi()
  const selection = useEditorState((state) => state.selection)
  const isStuck = useEditorState((state) => state.behind || state.loaded.readOnly)
  const locked = useSession((state) => state.locked)
  const ids = selection.filter((id) => !id.includes(':'))
  const none = ids.length === 0 ? t('editor:why.nothing') : undefined
  const isLocked = ids.length > 0 && ids.every((id) => locked.has(id))
  const stuck = isStuck ? hands.refusal(ids.length > 0 ? ids : ['']) : undefined
  return (
    <div className={css.bar} role="toolbar" aria-label={t('editor:bar.title')}>
      <span className={css.count}>
        {ids.length === 0 ? t('editor:bar.none') : t('editor:bar.selected', { count: ids.length })}
      </span>
      <ActionButton label={t('editor:bar.copy')} icon={<CopyIcon />} why={none} onPress={() => void hands.copy(ids)} />
      <ActionButton label={t('editor:bar.paste')} icon={<PasteIcon />} why={stuck} onPress={() => void hands.paste()} />
      <ActionButton
        label={t('editor:bar.duplicate')}
        icon={<PlusIcon />}
        why={none ?? stuck}
        onPress={() => hands.duplicate(ids)}
      />
      <ActionButton
        label={t(isLocked ? 'editor:bar.unlock' : 'editor:bar.lock')}
        icon={<LockIcon />}
        isOn={isLocked}
        why={none}
        onPress={() => hands.lock(ids, !isLocked)}
      />
      <ActionButton
        label={t('editor:bar.remove')}
        icon={<TrashIcon />}
        why={none ?? hands.refusal(ids)}
        onPress={() => hands.remove(ids)}
      />
    </div>
  )
})

function PasteIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M5.5 3H4v10.5h8V3h-1.5M5.5 2h5v2.5h-5zM6 8.5h4M6 11h4" />
    </svg>
  )
}
