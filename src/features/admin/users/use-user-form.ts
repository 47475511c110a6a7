/** The form of an account: its rules, and what the chosen groups open besides its own flags. */
import type { AccessFlag } from '#domain/access'
import { strictMac } from '#domain/mac'
import type { Group } from '#schemas/generated/entities/group.ts'
import { atLeast, atMost, type FormApi, mandatory, matches, type Translate, useForm, useUi } from '#ui'
import { useMemo } from 'react'
import { FLAG_NAMES } from '../flag-names.ts'
import { lacking } from '../flag-groups.ts'
import { macLines, tagsOf, type UserValues } from './user-values.ts'

const USERNAME = /^[^\s@]+(@[^\s@]+)?$/

/** Flags that come through the chosen groups, each with the name of a group that gives it. */
function throughGroups(chosen: readonly number[], groups: readonly Group[]): ReadonlyMap<AccessFlag, string> {
  return new Map(
    groups
      .filter(({ id }) => chosen.includes(id))
      .toReversed()
      .flatMap(({ name, flags }) => flags.map((flag) => [flag, name] as const)),
  )
}

/** The first wrong line of the devices, in words. */
const macRule =
  (t: Translate) =>
  (text: string): string | null => {
    const wrong = macLines(text).find((line) => strictMac(line) === null)
    return wrong === undefined ? null : t('admin:users.macInvalid', { text: wrong })
  }

export interface UserFormOptions {
  readonly initial: UserValues
  readonly groups: readonly Group[]
  /** Sends it; throws FieldErrors for what belongs at a field. */
  readonly save: (values: UserValues) => Promise<void>
}

export function useUserForm({ initial, groups, save }: UserFormOptions): {
  readonly form: FormApi<UserValues>
  readonly through: ReadonlyMap<AccessFlag, string>
} {
  const { t } = useUi()
  const form = useForm<UserValues>({
    initial,
    onSubmit: save,
    rules: {
      username: [mandatory, atLeast(3), matches(USERNAME, t('admin:users.username'))],
      flags: (flags, values) => {
        const [first] = lacking(flags, [...throughGroups(values.groups, groups).keys()])
        return first === undefined
          ? null
          : t('admin:flags.lacking', { name: t(FLAG_NAMES[first.flag]), needs: t(FLAG_NAMES[first.needs]) })
      },
      tags: (text) =>
        tagsOf(text).length > 50 || tagsOf(text).some((tag) => tag.length > 60) ? t('admin:users.tagsInvalid') : null,
      loginMessage: [(text, values) => (values.useLoginMessage ? mandatory(text) : null), atMost(2000)],
      autoValue: atMost(120),
      macs: macRule(t),
    },
  })
  const through = useMemo(() => throughGroups(form.values.groups, groups), [form.values.groups, groups])
  return { form, through }
}
