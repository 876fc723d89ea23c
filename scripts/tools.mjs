import { build, installTools } from './prepare.mjs'

// Runs before what package.json's devDependencies do, such as `npm run lint`: `npm start` doesn't install those. What
// serves the built site has it built as well (--build).
try {
  await installTools()
  if (process.argv.includes('--build')) await build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
