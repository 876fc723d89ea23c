// What the frame of public pages does without React: a part of every public page's script, or imported where the router
// opens a page with the frame in a document without it, such as one of the dashboard.
import './header.ts'
import './menus.ts'
import './tabs.ts'

document.documentElement.dataset.framed = ''
