/** How many times slower this machine is at the moment than the one that time budgets are for; at least 1. */
export function slowness(): number;
