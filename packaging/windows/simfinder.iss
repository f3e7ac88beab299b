; Installer for Windows, for Inno Setup 6: iscc /DVersion=0.1.0 /DBundle=..\..\dist\simfinder /O..\..\dist simfinder.iss
; packaging\bundle\build_bundle.py makes the bundle. For one person without rights, or for all with them.
; Not tried on Windows yet: see docs/platforms.md.

#ifndef Version
  #error Say /DVersion=, as in simfinder\__init__.py
#endif
#ifndef Bundle
  #define Bundle "..\..\dist\simfinder"
#endif

[Setup]
AppId={{6E0C7B5A-5F6E-4C0C-9C2B-7B2D2E0D8A51}
AppName=SimFinder
AppVersion={#Version}
AppPublisher=The SimFinder contributors
DefaultDirName={autopf}\SimFinder
DefaultGroupName=SimFinder
DisableProgramGroupPage=yes
LicenseFile=..\..\LICENSE
OutputBaseFilename=SimFinder-{#Version}-setup
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
UninstallDisplayIcon={app}\SimFinder window.exe
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.FindSimilar=Find similar files
de.FindSimilar=Ähnliche Dateien finden
en.FileManager=“Find similar files” in the file manager
de.FileManager=„Ähnliche Dateien finden“ im Explorer
en.CommandLine=The command "simfinder" in terminals
de.CommandLine=Der Befehl „simfinder“ in der Eingabeaufforderung

[Tasks]
Name: "filemanager"; Description: "{cm:FileManager}"
Name: "path"; Description: "{cm:CommandLine}"; Flags: unchecked
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[InstallDelete]
; compiled modules of an earlier version would be imported beside the new ones
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\SimFinder"; Filename: "{app}\SimFinder window.exe"
Name: "{autodesktop}\SimFinder"; Filename: "{app}\SimFinder window.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.simfinder"; ValueType: string; ValueData: "SimFinder.Results"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\SimFinder.Results"; ValueType: string; ValueData: "SimFinder results"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\SimFinder.Results\DefaultIcon"; ValueType: string; ValueData: "{app}\SimFinder window.exe,0"
Root: HKA; Subkey: "Software\Classes\SimFinder.Results\shell\open\command"; ValueType: string; ValueData: """{app}\SimFinder window.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Directory\shell\SimFinder"; ValueType: string; ValueData: "{cm:FindSimilar}"; Flags: uninsdeletekey; Tasks: filemanager
Root: HKA; Subkey: "Software\Classes\Directory\shell\SimFinder"; ValueType: string; ValueName: "Icon"; ValueData: "{app}\SimFinder window.exe"; Tasks: filemanager
Root: HKA; Subkey: "Software\Classes\Directory\shell\SimFinder\command"; ValueType: string; ValueData: """{app}\SimFinder window.exe"" ""%1"""; Tasks: filemanager
Root: HKA; Subkey: "Software\Classes\*\shell\SimFinder"; ValueType: string; ValueData: "{cm:FindSimilar}"; Flags: uninsdeletekey; Tasks: filemanager
Root: HKA; Subkey: "Software\Classes\*\shell\SimFinder"; ValueType: string; ValueName: "Icon"; ValueData: "{app}\SimFinder window.exe"; Tasks: filemanager
Root: HKA; Subkey: "Software\Classes\*\shell\SimFinder\command"; ValueType: string; ValueData: """{app}\SimFinder window.exe"" ""%1"""; Tasks: filemanager
Root: HKA; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: NotInPath; Tasks: path

[Run]
Filename: "{app}\SimFinder window.exe"; Description: "{cm:LaunchProgram,SimFinder}"; Flags: nowait postinstall skipifsilent

[Code]
{ The person's search path; what all people share is left alone, so for all people the task does nothing. }
function NotInPath: Boolean;
var
  Paths: string;
begin
  Result := not IsAdminInstallMode;
  if Result and RegQueryStringValue(HKCU, 'Environment', 'Path', Paths) then
    Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Paths) + ';') = 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Paths: string;
  At: Integer;
begin
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, 'Environment', 'Path', Paths) then
  begin
    At := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Paths) + ';');
    if At > 0 then
    begin
      Paths := ';' + Paths;
      Delete(Paths, At, Length(ExpandConstant('{app}')) + 1);
      if Copy(Paths, 1, 1) = ';' then
        Delete(Paths, 1, 1);
      RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Paths);
    end;
  end;
end;
