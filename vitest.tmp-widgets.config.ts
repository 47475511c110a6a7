import { defineConfig } from 'vitest/config'
import { storybookProjects } from './.storybook/vitest-project.ts'
const projects = (await storybookProjects()).map((p) => ({ ...p, optimizeDeps: { include: [...p.optimizeDeps.include, 'ajv/dist/runtime/equal.js', 'ajv/dist/runtime/ucs2length.js', 'jsonc-parser', 'zustand/vanilla'] } }))
export default defineConfig({ test: { projects } })
