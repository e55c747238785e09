import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withEagerModules } from "./eager-modules";

const chunk = (list: string) =>
  `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,${list}]);`;

test.each([
  ["7,e=>{e.v(1)}", "7,(e=>{e.v(1)})"],
  ["7,8,(e,t,r)=>{t.exports=1},9,function(e){}", "7,8,((e,t,r)=>{t.exports=1}),9,(function(e){})"],
  // The same text within another one, after it, and twice.
  ["7,e=>{let f=e=>{};f()},8,e=>{},9,e=>{}", "7,(e=>{let f=e=>{};f()}),8,(e=>{}),9,(e=>{})"],
  ["7,e=>{let t=',8,e=>{}'},8,e=>{}", "7,(e=>{let t=',8,e=>{}'}),8,(e=>{})"],
  ["{otherChunks:['a.js'],runtimeModuleIds:[7]}", "{otherChunks:['a.js'],runtimeModuleIds:[7]}"],
])("in a chunk of %s each module is in parentheses", (list, eager) => {
  expect(withEagerModules(chunk(list))).toBe(chunk(eager));
});

test("the modules of a chunk are the same ones, and none is called while the chunk is rewritten", () => {
  const text = chunk('7,e=>{throw Error("called")},8,()=>"eight"');
  const pushed = (script: string) => {
    const TURBOPACK: unknown[][] = [];
    runInNewContext(script, { TURBOPACK });
    return TURBOPACK[0]?.map(String);
  };
  expect(pushed(withEagerModules(text))).toEqual(pushed(text));
});

test("what is no chunk stays as it is", () => {
  const runtime = "(()=>{let r=globalThis.TURBOPACK;throw Error('run')})()";
  expect(withEagerModules(runtime)).toBe(runtime);
});
