/** Folders of dashboards: what their list shows and what their form asks. */
import type { FolderDraft } from '#schemas/generated/api/folder-draft.ts'
import type { Folder } from '#schemas/generated/entities/folder.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { atMost, EntityMultiSelector, FieldRow, FormSection, nameRules, TextField, useUi } from '#ui'
import { FolderIcon } from '#ui/icons/index.tsx'
import { both } from '../both.ts'
import { changedColumn, resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { useAll } from '../use-admin-data.ts'

interface Values {
  readonly name: string
  readonly viewGroups: readonly number[]
  readonly editGroups: readonly number[]
  readonly viewUsers: readonly number[]
  readonly editUsers: readonly number[]
  readonly comment: string
}
type Lists = readonly [readonly Group[], readonly UserAccount[]]

const useLists = () => both(useAll('groups'), useAll('users'))

function Fields({ form, lists: [groups, users] }: FieldsProps<Values, Lists>) {
  const { t } = useUi()
  const inGroups = groups.map(({ id, name }) => ({ id, name }))
  const people = users.map(({ id, username }) => ({ id, name: username }))
  return (
    <>
      <FormSection title={t('noun-folders:one')} note={t('noun-folders:about')}>
        <TextField label={t('admin:name')} isRequired maxLength={80} {...form.field('name')} />
        <FieldRow>
          <TextField label={t('noun-folders:comment')} rows={2} {...form.field('comment')} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('noun-folders:view')} note={t('noun-folders:viewNote')}>
        <EntityMultiSelector label={t('noun-folders:groups')} items={inGroups} {...form.field('viewGroups')} />
        <EntityMultiSelector label={t('noun-folders:users')} items={people} {...form.field('viewUsers')} />
      </FormSection>
      <FormSection title={t('noun-folders:edit')} note={t('noun-folders:editNote')}>
        <EntityMultiSelector label={t('noun-folders:groups')} items={inGroups} {...form.field('editGroups')} />
        <EntityMultiSelector label={t('noun-folders:users')} items={people} {...form.field('editUsers')} />
      </FormSection>
    </>
  )
}

const namesOf = (
  [groups, users]: Lists | readonly [undefined?, undefined?],
  inGroups: readonly number[],
  accounts: readonly number[],
): string[] => [
  ...inGroups.map((id) => groups?.find((group) => group.id === id)?.name ?? String(id)),
  ...accounts.map((id) => users?.find((user) => user.id === id)?.username ?? String(id)),
]

export default resourcePages<Folder, FolderDraft, Values, Lists>({
  name: 'folders',
  words: 'noun-folders:',
  icon: FolderIcon,
  collection: (api) => api.entries('folders'),
  label: ({ name }) => name,
  columns: (t, lists) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'viewGroups',
      label: t('noun-folders:view'),
      value: ({ viewGroups, viewUsers }) => namesOf(lists ?? [], viewGroups, viewUsers).join(', '),
      isLong: true,
    },
    {
      attr: 'editGroups',
      label: t('noun-folders:edit'),
      value: ({ editGroups, editUsers }) => namesOf(lists ?? [], editGroups, editUsers).join(', '),
      isLong: true,
    },
    { attr: 'comment', label: t('noun-folders:comment') },
    changedColumn(t),
  ],
  useLists,
  initial: { name: '', viewGroups: [], editGroups: [], viewUsers: [], editUsers: [], comment: '' },
  valuesOf: ({ name, viewGroups, editGroups, viewUsers, editUsers, comment }) => ({
    name,
    viewGroups,
    editGroups,
    viewUsers,
    editUsers,
    comment,
  }),
  draftOf: ({ name, viewGroups, editGroups, viewUsers, editUsers, comment }) => ({
    name: name.trim(),
    viewGroups: [...viewGroups],
    editGroups: [...editGroups],
    viewUsers: [...viewUsers],
    editUsers: [...editUsers],
    comment: comment.trim(),
  }),
  rules: () => ({ name: [...nameRules, atMost(80)], comment: atMost(1000) }),
  Fields,
  places: () => ({ NAME_TAKEN: 'name', GROUP_NOT_FOUND: 'viewGroups', USER_NOT_FOUND: 'viewUsers' }),
})
