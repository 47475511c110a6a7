/** One filter: its kind, its words, its list, what it is when nothing was chosen, and where it is remembered. */
import { kindOf } from '#engine/core/kinds/index'
import { isRecord, own } from '#engine/core/document/pointer'
import { IconButton, Select, Switch, TrashIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { withoutParam } from '../model/doc-edits.ts'
import { put, recordAt, textAt } from '../model/raw.ts'
import { asType, type ParamType, TYPES } from './param-values.ts'
import { PartActions } from './parts/part-actions.tsx'
import { Advanced, Beyond, Fold } from './parts/fold.tsx'
import { DraftField } from './parts/draft-field.tsx'
import { Head } from './parts/head.tsx'
import { Findings } from './parts/findings.tsx'
import { Place } from './parts/place.tsx'
import { TextValue } from './parts/text-value.tsx'
import { usePartName } from './use-part-name.ts'
import { OptionsEditor } from './options-editor.tsx'
import { DefaultEditor } from './default-editor.tsx'
import { NumberFields } from './number-fields.tsx'

export function ParamPanel({ id }: { id: string }) {
  const { t } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const nameOf = usePartName()
  const param = recordAt(recordAt(doc, 'params'), id)
  const type = TYPES.find((one) => one === param.type)
  const path = ['params', id]
  const set = (key: string, value: unknown) =>
    editor.change(
      { key: 'param', params: { name: id } },
      (draft) => put(draft, [...path, key], value),
      `param ${id} ${key}`,
    )
  if (type === undefined) return <Beyond label={id} value={own(recordAt(doc, 'params'), id)} />
  const word = (name: string) => t(`editor-panels:param.${name}`)
  const kind = kindOf({ type })
  const { fields = [] } = kind.editor
  return (
    <>
      <Head
        kind={t('editor-panels:kind.param')}
        title={nameOf('param', id)}
        actions={
          <>
            <PartActions kind="param" id={id} />
            <IconButton
              icon={<TrashIcon />}
              label={word('remove')}
              onPress={() => {
                editor.change({ key: 'removeParam', params: { name: id } }, withoutParam(id))
                editor.select([])
              }}
            />
          </>
        }
      />
      <Findings under={[`/params/${id}`]} />
      <Select
        label={word('type')}
        isSearchable={false}
        value={type}
        options={TYPES.map((one) => ({ id: one, label: word(`type_${one}`), hint: word(`typeHelp_${one}`) }))}
        onChange={(next) => {
          if (next !== null)
            editor.change({ key: 'param', params: { name: id } }, (draft) => put(draft, path, asType(param, next)))
        }}
      />
      <TextValue
        key={`${id} label`}
        label={word('label')}
        path={[...path, 'label']}
        value={textAt(param, 'label')}
        keyHint={id}
      />
      {kind.list !== undefined && (
        <Place path={[...path, 'options']}>
          <OptionsEditor id={id} type={type} options={own(param, 'options')} />
        </Place>
      )}
      <Place path={[...path, 'default']}>
        <DefaultEditor type={type} value={own(param, 'default')} onChange={(value) => set('default', value)} />
      </Place>
      <NumberFields
        names={fields.flatMap(({ key, control }) => (control === 'number' ? [key] : []))}
        param={param}
        onChange={set}
      />
      {fields.map(
        ({ key, control }) => control === 'json' && <Beyond key={key} label={word(key)} value={own(param, key)} />,
      )}
      <MoreFields id={id} type={type} param={param} set={set} />
      <Advanced id={id} />
    </>
  )
}

interface MoreFieldsProps {
  id: string
  type: ParamType
  param: Readonly<Record<string, unknown>>
  set: (key: string, value: unknown) => void
}

/** Rare settings of filters: help, the handling of removed values, the storage. */
function MoreFields({ id, type, param, set }: MoreFieldsProps) {
  const { t } = useUi()
  const editor = useEditor()
  const path = ['params', id]
  const word = (name: string) => t(`editor-panels:param.${name}`)
  const kind = kindOf({ type })
  const shapes = kind.urlShapes
  const { fields = [] } = kind.editor
  const url = own(param, 'url')
  return (
    <Fold title={word('more')}>
      <TextValue
        key={`${id} help`}
        label={word('help')}
        path={[...path, 'help']}
        value={textAt(param, 'help')}
        isOptional
        keyHint={`${id}Help`}
        most={500}
      />
      {kind.list !== undefined && (
        <Select
          label={word('onInvalid')}
          isSearchable={false}
          value={textAt(param, 'onInvalid') || 'flag'}
          options={['flag', 'default', 'clear'].map((one) => ({ id: one, label: word(`onInvalid_${one}`) }))}
          onChange={(next) => set('onInvalid', next === 'flag' || next === null ? undefined : next)}
        />
      )}
      {kind.list !== undefined && kind.list !== 'offer' && (
        <Switch isSelected={param.optional === true} onChange={(on) => set('optional', on ? true : undefined)}>
          {word('optional')}
        </Switch>
      )}
      <Switch isSelected={param.persist === 'local'} onChange={(on) => set('persist', on ? 'local' : undefined)}>
        {word('persist')}
      </Switch>
      {shapes.length > 0 && (
        <Switch
          isSelected={url !== undefined}
          onChange={(on) => set('url', on ? { key: id, shape: shapes[0] } : undefined)}
        >
          {word('url')}
        </Switch>
      )}
      {isRecord(url) && (
        <Place path={[...path, 'url']}>
          <DraftField
            label={word('urlKey')}
            value={textAt(url, 'key')}
            write={(text) => {
              if (!/^[a-zA-Z][a-zA-Z0-9_-]{0,31}$/.test(text)) return word('urlKeyRule')
              editor.change(
                { key: 'param', params: { name: id } },
                (draft) => put(draft, [...path, 'url', 'key'], text),
                `param ${id} url`,
              )
              return null
            }}
          />
        </Place>
      )}
      {fields.map(
        ({ key, control }) =>
          control === 'word' && (
            <DraftField
              key={key}
              label={word(key)}
              value={textAt(param, key)}
              write={(text) => {
                if (text !== '' && !/^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(text)) return t('editor-panels:idRule')
                set(key, text === '' ? undefined : text)
                return null
              }}
            />
          ),
      )}
    </Fold>
  )
}
