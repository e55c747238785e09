import { expect, test } from "vitest";
import { BLOCK_PERMISSIONS } from "@/lib/shared/memory/memory";
import { ACCESSES, APPROVERS, memoryVerdictOf } from "./permission";

/**
 * Columns: permission, access, then the verdict without approval, with approval by the owner, and with
 * approval by another speaker.
 */
const TABLE = `
read_only   read    allowed allowed allowed
read_only   append  refused refused refused
read_only   replace refused refused refused
read_only   delete  refused refused refused
append      read    allowed allowed allowed
append      append  allowed allowed allowed
append      replace refused refused refused
append      delete  refused refused refused
partner     read    allowed allowed allowed
partner     append  asks    allowed asks
partner     replace asks    allowed asks
partner     delete  refused refused refused
human       read    allowed allowed allowed
human       append  asks    allowed allowed
human       replace asks    allowed allowed
human       delete  refused refused refused
read_write  read    allowed allowed allowed
read_write  append  allowed allowed allowed
read_write  replace allowed allowed allowed
read_write  delete  refused refused refused
admin       read    allowed allowed allowed
admin       append  allowed allowed allowed
admin       replace allowed allowed allowed
admin       delete  allowed allowed allowed`;

test("a block's permission, the kind of access and the approver decide whether a tool may access it", () => {
  const found = BLOCK_PERMISSIONS.flatMap((permission) =>
    ACCESSES.map((access) =>
      [
        permission,
        access,
        ...[null, ...APPROVERS].map((agreed) => memoryVerdictOf(access, permission, agreed)),
      ].join(" "),
    ),
  );
  expect(found).toEqual(
    TABLE.trim()
      .split("\n")
      .map((line) => line.split(/ +/).join(" ")),
  );
});
