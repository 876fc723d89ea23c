export function TechStackList() { return null }
