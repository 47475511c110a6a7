/** A page whose code blocks can be followed: commands, and files with their names. */
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Step =
  /** ```sh: commands, one a line; `says` is a ```text block right after it, which the output must hold. */
  | { readonly kind: 'run'; readonly commands: readonly string[]; readonly says: readonly string[] }
  /** ```ts path or ```json path: a file and its text. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/** The steps of a page in its order. Throws for a block that says neither: a reader could not follow it. */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = []
  for (const [, info = '', text = ''] of markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const [language, path] = info.split(' ')
    const last = steps.at(-1)
    if (language === 'sh') steps.push({ kind: 'run', commands: text.trim().split('\n'), says: [] })
    else if (language === 'text' && last?.kind === 'run')
      steps[steps.length - 1] = { ...last, says: text.trim().split('\n') }
    else if (path !== undefined) steps.push({ kind: 'file', path, text })
    else
      throw new Error(
        `a block of ${info || 'no language'} says neither what to run nor where to put it: ${text.slice(0, 60)}`,
      )
  }
  return steps
}

/**
 * Does what the steps say in a folder. Rejects at the first command that fails or does not say what the page says it
 * says.
 */
export async function follow(steps: readonly Step[], folder: string): Promise<void> {
  for (const step of steps) {
    if (step.kind === 'file') {
      await mkdir(dirname(join(folder, step.path)), { recursive: true })
      await writeFile(join(folder, step.path), step.text)
      continue
    }
    const outputs: string[] = []
    for (const command of step.commands) {
      const { code, output } = await run(command, folder)
      outputs.push(output)
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`)
    }
    const silent = step.says.filter((line) => !outputs.join('\n').includes(line))
    if (silent.length > 0)
      throw new Error(`${step.commands.join('; ')} did not say ${JSON.stringify(silent)} but:\n${outputs.join('\n')}`)
  }
}

/** Runs one command in a folder as a person would: its exit code, and what it printed on either stream. */
export function run(command: string, cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // Variables that a test runner sets for its own processes are not for those of the page: with the files that the
    // run around it leaves out (scripts/test.ts) a page that runs one of them would find none.
    const own = new Set(['VITEST', 'NODE_OPTIONS', 'NODE_ENV', 'LEFT_OUT', 'FAILED_TESTS'])
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)))
    const child = spawn(command, {
      cwd,
      shell: true,
      env: { ...env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, CI: '1' },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
