// What works from the first paint on. Inlined into every page, before any other script has come.
import './header.ts'
import './menus.ts'
import './tabs.ts'
import './wake.ts'
