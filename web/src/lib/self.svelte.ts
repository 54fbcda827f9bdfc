/** Who you are here, as the server said last. */
import type { Me } from "../types/server.d.ts";

class Self {
  person = $state("");
  name = $state("");

  hear(found: Me): Me {
    this.person = found.person;
    this.name = found.name;
    return found;
  }
}

export const self = new Self();
