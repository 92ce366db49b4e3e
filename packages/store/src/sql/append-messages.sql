-- Appends messages to a session, each after the one before. `outcome` says what came of it; what is not `STORED` wrote nothing.
--
-- It is one statement for the client, but each statement in it sees what others committed before it got the locks. They are advisory
-- ones, so that the number of the transaction is given after them: of a message and what follows it, the first has the smaller one.
-- Writers of different branches, and of messages that name their parent, do not wait for one another.
create or replace function ccdag.append_messages(
  in_session uuid, in_ids uuid[], may_exist boolean, in_parent uuid, is_root boolean, in_expected uuid,
  in_branch text, in_from uuid, in_roles text[], in_parts text[], in_metas text[],
  out outcome text, out parent uuid, out numbers bigint[], out first_depth integer, out at timestamptz
) language plpgsql as $$
declare
  branch text := coalesce(in_branch, 'main');
  is_named boolean := in_branch is not null or in_parent is null or in_expected is not null;
  tip uuid; ref_kind text; has_ref boolean := false; moves boolean := false;
  up uuid; up_depth integer; up_jump uuid; up_jump_depth integer;
  far uuid; far_depth integer;
  number bigint;
begin
  -- Only an import and a deletion of the session wait for this one.
  perform pg_advisory_xact_lock_shared(hashtextextended('ccdag session ' || in_session, 0));
  if is_named then
    -- Whoever appends to the branch waits here for all who do.
    perform pg_advisory_xact_lock(hashtextextended('ccdag branch ' || in_session || ' ' || branch, 0));
  end if;
  if not exists (select from ccdag.sessions s where s.id = in_session) then outcome := 'SESSION_NOT_FOUND'; return; end if;
  -- A call with a key that is sent again.
  if may_exist and exists (select from ccdag.messages m where m.session_id = in_session and m.id = in_ids[1]) then
    outcome := 'EXISTS'; return;
  end if;
  if is_named then
    select r.message_id, r.kind into tip, ref_kind from ccdag.refs r where r.session_id = in_session and r.name = branch;
    has_ref := found or branch = 'main';
    moves := has_ref and tip is not null and (in_branch is not null or in_parent is null);
    -- `main` is the newest message until somebody sets it.
    if branch = 'main' and tip is null then
      select m.id into tip from ccdag.messages m where m.session_id = in_session order by m.seq desc limit 1;
    end if;
  end if;
  if ref_kind = 'tag' then outcome := 'REF_IS_TAG'; return; end if;
  if in_branch is not null and has_ref and in_from is not null then outcome := 'REF_EXISTS'; return; end if;
  if in_branch is not null and not has_ref and (in_expected is not null or (in_from is null and not is_root)) then
    outcome := 'REF_NOT_FOUND'; return;
  end if;
  if in_expected is not null and tip is distinct from in_expected then outcome := 'LEAF_MOVED'; return; end if;
  -- The first message of a session and a root follow nothing.
  if not is_root then parent := coalesce(in_parent, in_from, tip); end if;
  at := date_trunc('milliseconds', clock_timestamp());
  up := parent;
  if up is not null then
    -- Only messages of this session can be a parent.
    select m.depth, m.jump_id, m.jump_depth into up_depth, up_jump, up_jump_depth
      from ccdag.messages m where m.session_id = in_session and m.id = up;
    if not found then outcome := 'PARENT_NOT_FOUND'; return; end if;
  end if;
  first_depth := coalesce(up_depth, 0) + 1;
  for i in 1 .. array_length(in_ids, 1) loop
    number := nextval('ccdag.message_numbers');
    numbers := numbers || number;
    if up is null then
      up_depth := 0; up_jump := in_ids[i]; up_jump_depth := 1;
    else
      select m.jump_id, m.jump_depth into far, far_depth
        from ccdag.messages m where m.session_id = in_session and m.id = up_jump;
      -- Each message has a jump to an ancestor, so that a page far up a path is found in few steps (Myers 1983): two jumps of one
      -- length become one of twice the length.
      if up_depth - up_jump_depth = up_jump_depth - far_depth then
        up_jump := far; up_jump_depth := far_depth;
      else
        up_jump := up; up_jump_depth := up_depth;
      end if;
    end if;
    insert into ccdag.messages
      (session_id, id, parent_id, jump_id, jump_depth, seq, depth, role, parts, meta, created_at, updated_at, is_imported)
      values (in_session, in_ids[i], up, up_jump, up_jump_depth, number, up_depth + 1,
        in_roles[i], in_parts[i], in_metas[i], at, at, false);
    insert into ccdag.events (session_id, kind, message_id, ref)
      values (in_session, 'message', in_ids[i], case when in_branch is not null or in_parent is null then branch end);
    up := in_ids[i]; up_depth := up_depth + 1;
  end loop;
  -- What follows a leaf takes its place; what follows another message is a leaf of its own. Of two that follow one leaf at once, the
  -- second waits here, and finds it gone.
  update ccdag.leaves l set message_id = up, seq = number, depth = up_depth, created_at = at
    where l.session_id = in_session and l.message_id = parent;
  if not found then insert into ccdag.leaves values (in_session, up, number, up_depth, at); end if;
  if moves then
    update ccdag.refs r set message_id = up, version = r.version + 1, updated_at = at
      where r.session_id = in_session and r.name = branch;
  elsif in_branch is not null and not has_ref then
    insert into ccdag.refs (session_id, name, kind, message_id, version, updated_at)
      values (in_session, branch, 'branch', up, 1, at);
  end if;
  outcome := 'STORED';
end $$;
