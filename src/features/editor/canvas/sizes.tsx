/**
 * The three sizes side by side, small: the layout of each, which is the author's own and which is derived from a larger
 * one.
 */
import { type GridMap, SIZE_FACTS, stackedOrder } from './size-facts.ts'
import type { GridSize } from '#engine'
import { isRecord, own } from '#engine/core/document/pointer'
import { Button, useUi } from '#ui'
import { gridsOf } from '../model/doc-parts.ts'
import { SIZES } from '../model/doc-parts.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { rowsOf } from '../model/arrange.ts'
import css from './sizes.module.css'

export interface SizesProps {
  titleOf: (id: string) => string
  sectionTitle: (id: string) => string
  onChoose: (size: GridSize) => void
}

export function Sizes(props: SizesProps) {
  const { t } = useUi()
  return (
    <div className={css.sizes} role="group" aria-label={t('editor:size.all')}>
      {SIZES.map((size) => (
        <Size key={size} size={size} {...props} />
      ))}
    </div>
  )
}

function Size({ size, titleOf, sectionTitle, onChoose }: SizesProps & { size: GridSize }) {
  const editor = useEditor()
  const { t } = useUi()
  const loaded = useEditorState((state) => state.loaded)
  const doc = useEditorState((state) => state.doc)
  const isStuck = useEditorState((state) => state.behind || state.loaded.readOnly)
  const grid = own(doc.grids, size)
  const isOwn = isRecord(grid) && Object.keys(grid).length > 0
  const derive = () =>
    editor.change({ key: 'sizeDerived', params: { size } }, (draft) => {
      if (isRecord(draft.grids)) delete draft.grids[size]
    })
  return (
    <section className={css.size} aria-labelledby={`size-${size}`}>
      <h2 className={css.title} id={`size-${size}`}>
        {t(`editor:size.${size}`)}
      </h2>
      <p className={css.note}>
        {t(`editor:size.${size}Note`)} {t(isOwn ? 'editor:size.isOwn' : 'editor:size.isDerived')}
      </p>
      <div className={css.actions}>
        <Button size="small" onPress={() => onChoose(size)}>
          {t('editor:size.arrange')}
        </Button>
        {isOwn && size !== 'large' && (
          <Button size="small" kind="quiet" isDisabled={isStuck} onPress={derive}>
            {t('editor:size.derive')}
          </Button>
        )}
      </div>
      <div className={css.sheet} style={{ maxWidth: SIZE_FACTS[size].width }}>
        {loaded.model.sections
          .filter(({ widgets, params }) => widgets.length > 0 || params.length > 0)
          .map(({ id, params }) => (
            <div key={id} className={css.section}>
              {sectionTitle(id) !== '' && <p className={css.sectionTitle}>{sectionTitle(id)}</p>}
              {params.length > 0 && <div className={css.filters} />}
              <Blocks grid={gridsOf(loaded, id)[size]} titleOf={titleOf} />
            </div>
          ))}
      </div>
    </section>
  )
}

function Blocks({ grid, titleOf }: { grid: GridMap; titleOf: (id: string) => string }) {
  const rows = rowsOf(grid)
  if (rows === 0) return null
  return (
    <ul className={css.blocks} style={{ height: rows * 14 }}>
      {stackedOrder(grid).map(([id, { x, y, w, h }]) => (
        <li
          key={id}
          className={css.block}
          style={{ insetInlineStart: `${(x / 12) * 100}%`, top: y * 14, width: `${(w / 12) * 100}%`, height: h * 14 }}
        >
          <span>{titleOf(id)}</span>
        </li>
      ))}
    </ul>
  )
}
